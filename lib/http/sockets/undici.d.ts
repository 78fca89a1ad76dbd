// The single file of undici that is loaded on its own, by transport.ts.
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
