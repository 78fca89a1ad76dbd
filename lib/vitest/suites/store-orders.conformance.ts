import { register } from '../door.js';

register('store-orders');
