import { conformance } from '../door.js';

conformance('version');
