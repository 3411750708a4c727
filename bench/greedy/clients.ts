import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Clients that take more than their share; `close` ends them. */
export type Greed = { close(): Promise<void> | void };

const AT_ONCE = 100;
/** How often a slow client sends a byte: just often enough to look alive. */
const TRICKLE_MS = 1_000;

async function openSockets(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - from) }, () =>
      connect(Number(port), hostname).on('error', () => undefined),
    );
    await Promise.all(batch.map((socket) => once(socket, 'connect')));
    sockets.push(...batch);
  }
  return sockets;
}

/** Opens connections that send nothing. */
export async function beIdle(url: string, count: number): Promise<Greed> {
  const sockets = await openSockets(url, count);
  return { close: () => end(sockets) };
}

/** Sends requests that start with `start` and never end; connections that are cut off start again. */
export async function trickle(url: string, count: number, start: string): Promise<Greed> {
  const sockets = new Set(await openSockets(url, count));
  let isOver = false;
  const begin = (socket: Socket) => {
    socket.write(start);
    socket.once('close', () => {
      sockets.delete(socket);
      if (isOver) return;
      void openSockets(url, 1).then(([fresh]) => {
        if (!fresh) return;
        sockets.add(fresh);
        begin(fresh);
      });
    });
  };
  for (const socket of sockets) begin(socket);
  const timer = setInterval(() => {
    for (const socket of sockets) socket.write('a');
  }, TRICKLE_MS);
  return {
    close() {
      isOver = true;
      clearInterval(timer);
      end([...sockets]);
    },
  };
}

/** Sends the largest allowed bodies, `count` at a time, one after the other. */
export function sendBodies(url: string, count: number, bytes: number): Greed {
  const body = JSON.stringify({ email: 'a@people.example', password: 'x'.repeat(bytes - 60) });
  let isOver = false;
  const senders = Array.from({ length: count }, async () => {
    while (!isOver) {
      const sent = fetch(`${url}/api/auth/signin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      await sent.then((answer) => answer.text()).catch(() => sleep(100));
    }
  });
  return {
    async close() {
      isOver = true;
      await Promise.all(senders);
    },
  };
}

function end(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}
