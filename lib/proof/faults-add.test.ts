import { proveFaults } from './parts.js';

proveFaults('add');
