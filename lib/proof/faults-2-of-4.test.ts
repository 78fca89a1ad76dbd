import { proveFaults } from './parts.js';

proveFaults(2, 4);
