import { proveFaults } from './parts.js';

proveFaults('service');
