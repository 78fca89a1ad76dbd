import { conformance } from '../door.js';

conformance('get-animal');
