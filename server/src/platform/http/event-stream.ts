import type { ServerResponse } from 'node:http';

/** An open response of server-sent events. */
export type EventStream = {
  /** `id` is what the browser resumes from when it reconnects; without one, it keeps the last. */
  send(event: string, data: unknown, id?: string): void;
  end(): void;
  /** Called once, when either side has ended the stream. */
  onEnd(listener: () => void): void;
};

/** Heartbeats, because proxies and browsers drop silent connections. */
const BEAT_EVERY_MS = 25_000;
/** A client that reads too slowly is disconnected; it reconnects and reads what it missed. */
const MOST_UNREAD_BYTES = 64 * 1024;

/** Starts an event stream on the response and keeps it alive. The caller must have hijacked the response. */
export function openEventStream(response: ServerResponse, requestId: string): EventStream {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': requestId,
  });
  function write(text: string): void {
    if (response.destroyed || response.writableEnded) return;
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
    else response.write(text);
  }
  write(': open\n\n');
  const beat = setInterval(() => write(': beat\n\n'), BEAT_EVERY_MS);
  response.on('close', () => clearInterval(beat));
  return {
    send: (event, data, id) =>
      write(`event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`),
    end: () => void response.end(),
    onEnd: (listener) => void response.once('close', listener),
  };
}
