import { conformance } from '../door.js';

conformance('errors');
