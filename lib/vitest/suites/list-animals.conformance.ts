import { register } from '../door.js';

register('list-animals');
