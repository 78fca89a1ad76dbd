import { conformance } from '../door.js';

conformance('list-animals');
