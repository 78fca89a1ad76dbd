import { proveFaults } from './parts.js';

proveFaults('errors');
