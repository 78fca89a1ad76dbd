// A certificate is only for practice if nobody else could have tested the server. It says so wherever it says anything.
// This follows from the report alone, so that nobody can leave it out.
import { BlockList, isIP } from 'node:net';
import type { Report } from '../../judge/result/report.js';

/** The reason in the form of a clause; undefined for a certificate on which strangers may rely. */
export function practiceOf({ target }: Pick<Report, 'target'>): string | undefined {
  if (target.name === 'reference') return 'the embedded reference server was tested';
  const addresses = [target.baseUrl, target.quickstartBaseUrl].filter((one) => one !== null);
  const [own] = addresses.filter((one) => isIn(thisMachine, one));
  if (own !== undefined) return `${own} is a local address`;
  const [inside] = addresses.filter((one) => isIn(privateNetworks, one));
  if (inside !== undefined)
    return `${inside} is in no public network, so that nobody else can ask there`;
  const [open] = addresses.filter((one) => !one.startsWith('https://'));
  return open === undefined
    ? undefined
    : `${open} is not encrypted, so that nobody knows whose server answered`;
}

interface Place {
  readonly names: RegExp;
  readonly networks: BlockList;
}

const thisMachine: Place = {
  // The last ones are public names that always lead to the machine that asks.
  names:
    /(?:^|\.)(?:localhost(?:\.localdomain)?|ip6-l(?:ocalhost|oopback)|localtest\.me|lvh\.me|vcap\.me|localdev\.me|local\.gd|localhost\.direct|lacolhost\.com)$/,
  networks: networks('0.0.0.0/8 127.0.0.0/8 ::/96 ::ffff:0:127.0.0.0/104'),
};
/**
 * The networks that RFC 6890 and similar documents exclude from the public network, and names outside the public DNS.
 */
const privateNetworks: Place = {
  names:
    /^[^.]+$|\.(?:local|localdomain|internal|intranet|private|lan|home|corp|svc|test|invalid|example|alt|onion|docker|consul|fritz\.box|arpa)$/,
  networks: networks(`
    10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 100.64.0.0/10
    192.0.0.0/24 192.0.2.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 192.88.99.0/24 224.0.0.0/3
    100::/64 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8
    64:ff9b::/96 64:ff9b:1::/48 2001::/23 2001:db8::/32 2002::/16
  `),
};

function networks(all: string): BlockList {
  const list = new BlockList();
  for (const each of all.trim().split(/\s+/)) {
    const [start = '', bits] = each.split('/');
    list.addSubnet(start, Number(bits), start.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** `new URL` has converted every spelling of an IPv4 address. One that is embedded in IPv6 counts as well. */
function isIn(place: Place, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const host = withoutDots(new URL(address).hostname).replace(/^\[|\]$/g, '');
  const holds = (each: string): boolean => place.networks.check(each, `ipv${isIP(each) as 4 | 6}`);
  if (isIP(host) !== 0) return holds(host);
  return place.names.test(host) || addressesInName(host).some(holds);
}

/** A name means the same with a dot behind it, and some resolvers take several. */
function withoutDots(host: string): string {
  let end = host.length;
  while (host[end - 1] === '.') end -= 1;
  return host.slice(0, end);
}

/** Public names that only spell an address, such as 10-0-0-1.nip.io, are where that address is. */
const spelling =
  /^(?:(.*)\.)?(?:nip\.io|sslip\.io|xip\.io|traefik\.me|backname\.io|[\da-f]{32}\.plex\.direct)$/;
const withDigits = /(?:^|[.-])(\d{1,3}([.-])\d{1,3}\2\d{1,3}\2\d{1,3})$/;
const inHex = /(?:^|[.-])([\da-f]{8})$/;
/** Dashes stand for the colons. */
const withColons = /(?:^|\.)([\da-f-]+)$/;

function addressesInName(host: string): readonly string[] {
  const [, spelled = ''] = spelling.exec(host) ?? [];
  const [, digits = ''] = withDigits.exec(spelled) ?? [];
  const [, hex = ''] = inHex.exec(spelled) ?? [];
  const [, colons = ''] = withColons.exec(spelled) ?? [];
  return [
    digits.replaceAll('-', '.'),
    hex === '' ? '' : Buffer.from(hex, 'hex').join('.'),
    colons.replaceAll('-', ':'),
  ].filter((each) => isIP(each) !== 0);
}

/**
 * The beginning of the warning of a run that did not check certificates, so that nobody knows whose server answered.
 */
const uncheckedCertificates = 'Certificates were not checked';
export const isUnchecked = (warning: string): boolean => warning.startsWith(uncheckedCertificates);

/** The beginning of the warning of a run in which every request bore a header of the user. */
const headersOfUser = 'Every request bore the header';
export const namesHeaders = (warning: string): boolean => warning.startsWith(headersOfUser);

/** Whether `baseAddress` would have written the text so: no further words fit into it, and it shows no other host. */
export function isBaseAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, pathname } = new URL(text);
  const written = `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`;
  return /^https?:$/.test(protocol) && written === text && !/%(?:2f|5c)/i.test(pathname);
}
