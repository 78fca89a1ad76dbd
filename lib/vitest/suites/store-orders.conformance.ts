import { conformance } from '../door.js';

conformance('store-orders');
