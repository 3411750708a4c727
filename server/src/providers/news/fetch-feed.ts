import { lookup as lookUp } from 'node:dns';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublic, onlyPublic } from './public-addresses.ts';

const MAX_BYTES = 1_000_000;
const MAX_REDIRECTS = 3;

export type FetchRules = {
  /** Hosts with their port where it is not the usual one; nothing else is asked, also by redirect. */
  hosts: readonly string[];
  /** For the sandbox on this machine: plain HTTP and addresses that are not public. */
  isLocal: boolean;
  signal: AbortSignal;
  /** Finds the addresses of a name; the system's unless a test gives another. */
  lookup?: LookupFunction;
};

type Fetched = { status: number; headers: IncomingMessage['headers']; body: string };

function check(url: URL, rules: FetchRules): void {
  if (!rules.hosts.includes(url.host)) throw new Error(`${url.host} is not on the list of feeds`);
  if (url.username || url.password) throw new Error('an address of a feed has no password');
  if (rules.isLocal) return;
  if (url.protocol !== 'https:') throw new Error('a feed is read by https');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !isPublic(literal)) throw new Error(`${url.hostname} is not public`);
}

async function readBody(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error(`a feed has at most ${MAX_BYTES} bytes`);
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
      { headers, signal: rules.signal, lookup: rules.isLocal ? lookup : onlyPublic(lookup) },
      resolve,
    );
    request.on('error', reject);
  });
}

/**
 * Reads a feed from a host of the list: by https, from public addresses, at most a megabyte, and through redirects only
 * where each keeps these rules. Throws what is wrong, or the reason of the signal.
 */
export async function fetchFeed(
  address: string,
  headers: Record<string, string>,
  rules: FetchRules,
): Promise<Fetched> {
  let url = new URL(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    check(url, rules);
    const answer = await ask(url, headers, rules);
    const { statusCode: status = 0, headers: given } = answer;
    if (status >= 300 && status < 400 && status !== 304 && given.location) {
      answer.destroy();
      url = new URL(given.location, url);
      continue;
    }
    try {
      return { status, headers: given, body: await readBody(answer) };
    } finally {
      answer.destroy();
    }
  }
  throw new Error(`a feed redirects at most ${MAX_REDIRECTS} times`);
}
