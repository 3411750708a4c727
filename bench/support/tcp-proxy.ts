import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a server that can silently drop traffic. */
export type TcpProxy = {
  port: number;
  /**
   * Silences all open connections in both directions without closing them; new ones work. The server sees
   * them end when its keepalive would have noticed, the client never does. Returns how many there were.
   */
  silence(serverNoticesAfterMs: number): number;
  close(): Promise<void>;
};

type Link = { client: Socket; server: Socket; isSilent: boolean };

/** Listens on a free local port and forwards everything to another one. */
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

  /** Forwards data and the end of a connection from one side to the other, unless the link is silenced. */
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
