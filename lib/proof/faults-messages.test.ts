import { proveFaults } from './parts.js';

proveFaults('messages');
