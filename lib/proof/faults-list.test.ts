import { proveFaults } from './parts.js';

proveFaults('list');
