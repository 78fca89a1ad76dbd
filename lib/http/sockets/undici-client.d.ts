// undici has no types for the file of its Client alone; loading all of undici would cost several times as much.
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export default Client;
}
