// The one file of undici that is loaded by itself: see transport.ts.
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
