import { conformance } from '../door.js';

conformance('add-animal');
