import { proveFaults } from './parts.js';

proveFaults('get');
