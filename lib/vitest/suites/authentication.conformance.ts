import { conformance } from '../door.js';

conformance('authentication');
