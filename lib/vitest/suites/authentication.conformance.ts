import { register } from '../door.js';

register('authentication');
