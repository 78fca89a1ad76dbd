import { proveFaults } from './parts.js';

proveFaults(4, 4);
