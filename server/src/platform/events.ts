import type { PostStatus } from '@drumbeat/contract/posts/posts.ts';
import type {
  PersonChange,
  PostsChange,
  PublishingStopEvent,
} from '@drumbeat/contract/publishing/stream-events.ts';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { LISTENING, openClient } from './database/connection.ts';
import type { Db } from './database/database.ts';
import type { Logger } from './logger.ts';

/** The channels between processes, with their payloads. */
export type EventMap = {
  /** Posts changed state; the API processes forward this to the owner's open streams. */
  post_status: {
    userId: number;
    id: number;
    status: PostStatus;
    retryCount: number;
    tweetId: string | null;
    errorMessage: string | null;
    /** ISO 8601. */
    updatedAt: string;
  }[];
  /** Something about a person changed; sent only by `notifyPerson`. */
  person_changed: { userId: number; kind: PersonChange; posts?: PostsChange };
  /** Sessions of a person ended, which also closes their open streams. */
  sessions_ended: { userId: number };
  /** Publishing stopped for everybody, or resumed; sent only by `notifyStop`. */
  publishing_stop: PublishingStopEvent;
  /** Something may be due earlier than the workers expect. `at` is epoch milliseconds. */
  posts_due: { at: number };
};
export type Channel = keyof EventMap;

/** A record, so that the compiler requires every channel. */
const isListenedTo: Record<Channel, true> = {
  post_status: true,
  person_changed: true,
  sessions_ended: true,
  publishing_stop: true,
  posts_due: true,
};
const channels = Object.keys(isListenedTo);
type Listener<C extends Channel> = (payload: EventMap[C]) => void;

export type Events = {
  /** Notifies inside the caller's transaction, so nothing is sent if it rolls back. */
  notify<C extends Channel>(tx: Db, channel: C, payload: EventMap[C]): Promise<void>;
  on<C extends Channel>(channel: C, listener: Listener<C>): () => void;
  /**
   * Called after the listening connection was restored. Notifications in between are lost, so read the state
   * again.
   */
  onReconnect(listener: () => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** PostgreSQL refuses payloads of 8000 bytes or more. */
const MAX_PAYLOAD_BYTES = 7_500;

/** How often the listening connection is probed: a dead one looks like a quiet one. */
const PROBE_EVERY_MS = 10_000;

/**
 * LISTEN/NOTIFY over one dedicated connection that reconnects automatically, with growing pauses up to 5 s.
 */
export function createEvents(
  databaseUrl: string,
  log: Pick<Logger, 'warn'>,
  { probeEveryMs = PROBE_EVERY_MS, patience = LISTENING } = {},
): Events {
  const listeners = new Map<Channel, Set<(payload: never) => void>>();
  const reconnected = new Set<() => void>();
  let client: pg.Client | undefined;
  let stopped = true;
  let retry: NodeJS.Timeout | undefined;
  /** Consecutive failures since the connection was last up. */
  let failures = 0;

  async function connect(): Promise<void> {
    const next = openClient(databaseUrl, 'drumbeat events', patience);
    let probe: NodeJS.Timeout | undefined;
    const lost = once((reason: string) => {
      clearTimeout(probe);
      if (client === next) client = undefined;
      next.end().catch(() => undefined);
      if (stopped) return;
      const pauseMs = reconnectPauseMs(failures, Math.random());
      failures += 1;
      log.warn({ reason, pauseMs }, 'event connection lost; reconnecting');
      retry = setTimeout(() => void reconnect(), pauseMs);
    });
    next.on('error', (error) => lost(error.message));
    next.on('end', () => lost('ended'));
    next.on('notification', (message) => dispatch(message.channel as Channel, message.payload ?? ''));
    try {
      await next.connect();
      for (const channel of channels) await next.query(`listen ${channel}`);
    } catch (error) {
      lost(String(error));
      throw error;
    }
    failures = 0;
    client = next;
    const ask = () => next.query('select 1').then(planProbe, (error: unknown) => lost(String(error)));
    function planProbe(): void {
      if (client === next) probe = setTimeout(ask, probeEveryMs);
    }
    planProbe();
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
    } catch {
      // Logged and rescheduled where the connection was lost.
      return;
    }
    for (const listener of reconnected) listener();
  }

  function dispatch(channel: Channel, text: string): void {
    const concerned = listeners.get(channel);
    if (!concerned?.size) return;
    const payload = JSON.parse(text) as never;
    for (const listener of concerned) listener(payload);
  }

  return {
    async notify(tx, channel, payload) {
      const texts = JSON.stringify(chunks(payload));
      await tx.execute(
        sql`select pg_notify(${channel}, text) from jsonb_array_elements_text(${texts}::jsonb) as text`,
      );
    },
    on(channel, listener) {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set.add(listener as (payload: never) => void));
      return () => set.delete(listener as (payload: never) => void);
    },
    onReconnect(listener) {
      reconnected.add(listener);
      return () => reconnected.delete(listener);
    },
    async start() {
      stopped = false;
      failures = 0;
      await connect();
    },
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

/**
 * 0.1 s, doubled with each failure up to 5 s, and shortened by up to half, so that processes do not reconnect
 * in step.
 */
export function reconnectPauseMs(failures: number, jitter: number): number {
  return Math.min(5_000, 100 * 2 ** failures) * (1 - jitter / 2);
}

/** The payload as JSON; a list too long for one notification is split into several. */
export function chunks(payload: unknown): string[] {
  const text = JSON.stringify(payload);
  if (!Array.isArray(payload) || payload.length < 2 || Buffer.byteLength(text) <= MAX_PAYLOAD_BYTES)
    return [text];
  const middle = Math.ceil(payload.length / 2);
  return [...chunks(payload.slice(0, middle)), ...chunks(payload.slice(middle))];
}

function once<A>(run: (argument: A) => void): (argument: A) => void {
  let ran = false;
  return (argument) => {
    if (ran) return;
    ran = true;
    run(argument);
  };
}
