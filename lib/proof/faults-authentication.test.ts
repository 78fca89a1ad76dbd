import { proveFaults } from './parts.js';

proveFaults('authentication');
