import { proveFaults } from './parts.js';

proveFaults(3, 4);
