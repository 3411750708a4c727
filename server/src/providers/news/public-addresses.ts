import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FeedFault } from './feed-fault.ts';

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
