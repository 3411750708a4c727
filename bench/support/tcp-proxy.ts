import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can lose what passes it. */
export type TcpProxy = {
  port: number;
  /**
   * From now on nothing passes on the connections that are open, in either direction, and nobody is told; new ones work.
   * The server sees them end when its keepalive would have noticed, the client never. Returns how many there were.
   */
  silence(serverNoticesAfterMs: number): number;
  close(): Promise<void>;
};

type Link = { client: Socket; server: Socket; isSilent: boolean };

/** Listens on a free port of this machine and passes everything on to another one. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const links = new Set<Link>();
  const timers = new Set<NodeJS.Timeout>();

  const listener = createServer((client) => {
    const link: Link = { client, server: connect(targetPort, '127.0.0.1'), isSilent: false };
    links.add(link);
    join(link, 'client', 'server');
    join(link, 'server', 'client');
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');

  /** Passes on what comes from one end, and its end; a silent link passes neither. */
  function join(link: Link, from: 'client' | 'server', to: 'client' | 'server'): void {
    link[from].setNoDelay(true);
    link[from].pipe(link[to], { end: false });
    link[from].on('error', () => undefined);
    link[from].on('close', () => {
      if (!link.isSilent) link[to].destroySoon();
      if (link.client.destroyed && link.server.destroyed) links.delete(link);
    });
    link[from].on('end', () => link[from].destroy());
  }

  function hush(link: Link, serverNoticesAfterMs: number): void {
    link.isSilent = true;
    for (const end of [link.client, link.server]) {
      end.unpipe();
      end.pause();
    }
    const timer = setTimeout(() => link.server.destroy(), serverNoticesAfterMs).unref();
    timers.add(timer);
  }

  return {
    port: (listener.address() as AddressInfo).port,
    silence(serverNoticesAfterMs) {
      const open = [...links].filter((link) => !link.isSilent && !link.client.destroyed);
      for (const link of open) hush(link, serverNoticesAfterMs);
      return open.length;
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      const closed = once(listener, 'close');
      listener.close();
      for (const link of links) {
        link.client.destroy();
        link.server.destroy();
      }
      await closed;
    },
  };
}
