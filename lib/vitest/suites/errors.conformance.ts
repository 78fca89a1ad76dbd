import { register } from '../door.js';

register('errors');
