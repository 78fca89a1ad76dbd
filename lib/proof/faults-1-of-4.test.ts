import { proveFaults } from './parts.js';

proveFaults(1, 4);
