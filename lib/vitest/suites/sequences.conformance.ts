import { conformance } from '../door.js';

conformance('sequences');
