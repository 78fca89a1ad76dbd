import { register } from '../door.js';

register('sequences');
