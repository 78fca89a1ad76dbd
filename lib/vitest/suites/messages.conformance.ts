import { conformance } from '../door.js';

conformance('messages');
