// The keys that the terminal offers for the curl lines of a candidate: any will do, if both know it.
export const shortFakeKey = 'fake-key';

/**
 * As long as a key that was made up. A line that changes a character of the key would leave a shorter one as it is, and
 * one of equal letters where two change places.
 */
export const longFakeKey = 'fake-ghijklmnopqrstuvwxyzghijklmnopqr';

/** They open nothing, so that they are no secrets. */
export const isFakeKey = (key: string): boolean => [shortFakeKey, longFakeKey].includes(key);
