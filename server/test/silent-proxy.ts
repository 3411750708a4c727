import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type SilentProxy = {
  /** The database's URL through the proxy. */
  url: string;
  /** From now on open connections transfer nothing but stay open; new ones work. Returns how many. */
  silence(): number;
  close(): void;
};

/** A proxy to PostgreSQL that can act like a failed-over load balancer or a NAT that lost its connections. */
export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<[Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [near, far];
    open.add(pair);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence() {
      for (const [near, far] of open) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
      return open.size;
    },
    close() {
      for (const pair of open) for (const socket of pair) socket.destroy();
      server.close();
    },
  };
}
