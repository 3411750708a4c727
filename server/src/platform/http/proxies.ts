import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Logger } from '../logger.ts';

/** Which proxies may report a visitor's address: so many in a row, or those of these networks; undefined for none. */
export type TrustProxy = number | readonly string[] | undefined;

/** Fastify's own setting. A bare number means nothing to it, so hops are counted here, the nearest proxy first. */
export function trustOption(
  trust: TrustProxy,
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (trust === undefined) return false;
  return typeof trust === 'number' ? (_, hop) => hop < trust : [...trust];
}

/** The address that a request came from. What a proxy reports counts only where it is an address. */
export function addressOf(request: FastifyRequest): string {
  if (isIP(request.ip)) return request.ip;
  return request.socket.remoteAddress ?? '';
}

/**
 * The part of an address that limits count: whoever has one IPv6 address has the other 2^64 of its network as well.
 * An IPv4 address counts as a whole, also where it is written as IPv6.
 */
export function networkOf(ip: string): string {
  if (!isIP(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Whether this is a network or an address of one: `10.0.0.0/8`, `2001:db8::1`, or a range that Fastify names. */
export function isNetwork(text: string): boolean {
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isIP(text) > 0 || ipaddr.isValidCIDR(text)
  );
}

const WARNING =
  'X-Forwarded-For arrives, but TRUST_PROXY is not set: behind a proxy, all visitors share the limits of one address.';

/** Watches for a proxy that nobody told us of. */
export type ProxyWatch = {
  /** Says so in the log at the first request of that kind. */
  look(request: Pick<FastifyRequest, 'headers'>): void;
  /** What health tells of it; empty while nothing is wrong. */
  warnings(): string[];
};

export function watchProxies(trust: TrustProxy, log: Pick<Logger, 'warn'>): ProxyWatch {
  let seen = false;
  return {
    look({ headers }) {
      if (seen || trust !== undefined || headers['x-forwarded-for'] === undefined) return;
      seen = true;
      log.warn(WARNING);
    },
    warnings: () => (seen ? [WARNING] : []),
  };
}
