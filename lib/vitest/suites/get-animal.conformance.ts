import { register } from '../door.js';

register('get-animal');
