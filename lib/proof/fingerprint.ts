// The reasons why some variants are not distinguished by any observation. For all others, answers.json has the
// observations that distinguish them from the plain server: `compare` names those, and they form the fingerprint of a
// server.

/** The reasons by the names of the variants. */
export const undecidedBecause: Readonly<Record<string, string>> = {
  'ids-from-0': 'only the first animal of an empty store shows it',
  'residents-5000': 'what the store holds is no choice',
  'residents-150-available': 'what the store holds is no choice',
  'residents-100-pending': 'what the store holds is no choice',
  'residents-of-odd-ids': 'what the store holds is no choice',
  'residents-leave': 'what the store holds is no choice',
  'residents-12': 'what the store holds is no choice',
  'status-lapses': 'what others do to animals is no choice, and gives a remark',
  'status-lapses-soon': 'as status-lapses',
  'sold-by-others': 'as status-lapses',
  'reserved-and-freed': 'as status-lapses',
  'removed-by-others': 'as status-lapses',
  throttled: 'a limit on the rate is told by `run.throttled`: when it is met is chance',
  'throttled-without-advice': 'as throttled',
  'throttled-by-a-front': 'as throttled',
  'application-range-406': 'it is told by the implied rule `list-animals.accept-range`',
  'unavailable-at-times': 'whether it happens during a run is chance',
  'unavailable-at-times-with-date': 'as unavailable-at-times',
  'one-replica-fetches-5-s-late':
    'a remark tells how late animals appear, and observations only of lists',
  slow: 'times are told by `latency`',
  'slow-to-start': 'as slow',
  'slow-to-add': 'as slow',
  'header-names-in-capitals': 'names of headers have no letter case (RFC 9110, 5.1)',
  'headers-up-to-8-kb': 'only an overlong key shows it, and any refusal of that will do',
  'headers-up-to-16-kb': 'as headers-up-to-8-kb',
  'headers-in-ascii': 'only a wrong key with accents shows it, and such a refusal will do',
  gzip: 'only over a socket: `list-animals.compression`',
  'expectation-failed': 'no observation asks with that header',
  'expectation-failed-by-a-front': 'no observation asks with that header',
  'other-hosts-by-a-front': 'as expectation-failed-by-a-front',
  'spoofed-headers-refused-by-a-front': 'as expectation-failed-by-a-front',
  'length-wanted-by-a-front': 'as expectation-failed-by-a-front',
  chunked: 'only over a socket, and no client of HTTP sees it',
};
