import { register } from '../door.js';

register('messages');
