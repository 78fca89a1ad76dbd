import { register } from '../door.js';

register('add-animal');
