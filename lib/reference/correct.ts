// Puts the correct server together from its steps. Faults and variants each change a fresh one, and nothing is shared.
import { adding } from './correct/adding.js';
import { answering } from './correct/answering.js';
import { authentication } from './correct/authentication.js';
import { getting } from './correct/getting.js';
import { listing } from './correct/listing.js';
import { messaging } from './correct/messaging.js';
import type { Facts, Server } from './server.js';

export const correctServer = (facts: Facts): Server => {
  // The steps refer to the whole server, which is complete only when all of them have been added.
  const server = { ...facts } as Server;
  return Object.assign(
    server,
    authentication(server),
    listing(server),
    adding(server),
    getting(server),
    messaging(server),
    answering(server),
  );
};
