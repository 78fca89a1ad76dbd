import { proveFaults } from './parts.js';

proveFaults('invalid');
