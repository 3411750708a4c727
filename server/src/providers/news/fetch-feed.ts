import { lookup as lookUp } from 'node:dns';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FeedFault } from './feed-fault.ts';

const MAX_BYTES = 1_000_000;
const MAX_REDIRECTS = 3;

export type FetchRules = {
  /** Allowed hosts, with their port if it is not the default one; applies to redirects too. */
  hosts: readonly string[];
  /** Those of them that are the sandbox on this machine: allowed to use plain HTTP and private addresses. */
  localHosts: readonly string[];
  signal: AbortSignal;
  /** Resolves host names; the system's lookup unless a test passes another. */
  lookup?: LookupFunction;
};

type Fetched = { status: number; headers: IncomingMessage['headers']; body: string };

function isLocal(url: URL, { localHosts }: FetchRules): boolean {
  return localHosts.includes(url.host);
}

function check(url: URL, rules: FetchRules): void {
  if (!rules.hosts.includes(url.host))
    throw new FeedFault('host_not_listed', `${url.host} is not on the list of feeds`);
  if (url.username || url.password)
    throw new FeedFault('not_an_address', 'an address of a feed has no password');
  if (isLocal(url, rules)) return;
  if (url.protocol !== 'https:') throw new FeedFault('not_public', 'a feed is read by https');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !isPublic(literal)) throw new FeedFault('not_public', `${url.hostname} is not public`);
}

async function readBody(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) throw new FeedFault('too_large', `a feed has at most ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function ask(url: URL, headers: Record<string, string>, rules: FetchRules): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? httpsGet : httpGet;
  const lookup = rules.lookup ?? (lookUp as LookupFunction);
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      { headers, signal: rules.signal, lookup: isLocal(url, rules) ? lookup : onlyPublic(lookup) },
      resolve,
    );
    request.on('error', reject);
  });
}

function parseUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url) throw new FeedFault('not_an_address', 'that is no address');
  return url;
}

/**
 * Reads a feed from an allowed host: over https, from public addresses, up to a megabyte, following redirects
 * only within these rules. Throws FeedFault, the reason of the signal, or the connection's error.
 */
export async function fetchFeed(
  address: string,
  headers: Record<string, string>,
  rules: FetchRules,
): Promise<Fetched> {
  let url = parseUrl(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    check(url, rules);
    const answer = await ask(url, headers, rules);
    const { statusCode: status = 0, headers: given } = answer;
    if (status >= 300 && status < 400 && status !== 304 && given.location) {
      answer.destroy();
      url = parseUrl(given.location, url);
      continue;
    }
    try {
      return { status, headers: given, body: await readBody(answer) };
    } finally {
      answer.destroy();
    }
  }
  throw new FeedFault('too_many_redirects', `a feed redirects at most ${MAX_REDIRECTS} times`);
}

/** Whether an IP address belongs to the public internet. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** Checks each IP address when the connection is made, so that DNS cannot point elsewhere in between. */
export function onlyPublic(lookup: LookupFunction): LookupFunction {
  return (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      if (error) return done(error, '');
      if (!first || !addresses.every(({ address }) => isPublic(address)))
        return done(new FeedFault('not_public', `${host} has an address that is not public`), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
}
