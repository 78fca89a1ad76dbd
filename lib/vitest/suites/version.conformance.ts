import { register } from '../door.js';

register('version');
