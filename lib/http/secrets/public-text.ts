// Text that every run is full of. A key may share a piece with it, such as "conformance-" or the name of the target. That piece
// says nothing about the key, and masked, it would make names and addresses unreadable, and cases impossible to judge again.

/** The words of five letters and more in requests of the kit and in usual responses, in lower case. */
const words = [
  'animal-store-conformance',
  'animalstore animals abcdefghijklmnopqrstuvwxyz 0123456789 1234567890 9876543210',
  'application/json content-type accept-encoding user-agent accept-language authorization bearer identity',
  'categoryid category createdat available pending queued status message messages limit invalid missing',
  'unauthorized not-found bad-request request integer string object value quickstart connection close',
  'constructor undefined infinity false hello spaces double example localhost 127.0.0.1',
  'spike jerry kennel pepper junior curly square brien bella',
];

/** Tells whether a piece of a key, in lower case, is public but for at most so many characters at its ends. */
export type IsPublic = (piece: string, beside?: number) => boolean;

/** `others` are public in this run, such as the address of the target. */
export function publicText(others: readonly string[] = []): IsPublic {
  const all = [...words, ...others.map((text) => text.toLowerCase())].flatMap((text) => [
    text,
    ...text.split(' ').map((word) => word.replace(/[^a-z0-9]+/g, '')),
  ]);
  const text = all.join(' ');
  return (piece, beside = 0) => {
    const least = piece.length - beside;
    for (let from = 0; from <= beside; from += 1)
      if (text.includes(piece.slice(from, from + least))) return true;
    return false;
  };
}
