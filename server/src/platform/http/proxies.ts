import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Logger } from '../logger.ts';

/** Which proxies may report a visitor's address: a number of hops, or networks; undefined for none. */
export type TrustProxy = number | readonly string[] | undefined;

/**
 * The setting for Fastify. A bare number means something else to it, so hops are counted here, nearest proxy
 * first.
 */
export function trustOption(
  trust: TrustProxy,
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (trust === undefined) return false;
  return typeof trust === 'number' ? (_, hop) => hop < trust : [...trust];
}

/** The client's IP address. What a proxy reports counts only if it is a valid IP address. */
export function addressOf(request: FastifyRequest): string {
  if (isIP(request.ip)) return request.ip;
  return request.socket.remoteAddress ?? '';
}

/**
 * The part of an IP address that rate limits count: an IPv6 address as its /64, because its owner has the
 * rest of that network too; an IPv4 address as a whole, also if written as IPv6.
 */
export function networkOf(ip: string): string {
  if (!isIP(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Whether a text is a network or an IP address: `10.0.0.0/8`, `2001:db8::1`, or a range named by Fastify. */
export function isNetwork(text: string): boolean {
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isIP(text) > 0 || ipaddr.isValidCIDR(text)
  );
}

const WARNING =
  'Requests carry X-Forwarded-For, but TRUST_PROXY is not set: all visitors share the rate limits of the proxy.';

/** Detects a proxy that is not configured. */
export type ProxyWatch = {
  /** Logs a warning at the first such request. */
  look(request: Pick<FastifyRequest, 'headers'>): void;
  /** The warnings for health; empty if nothing is wrong. */
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
