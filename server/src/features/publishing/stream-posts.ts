import { PLAN_CHANGED, type PostStatusEvent, RESYNC } from '@drumbeat/contract/publishing.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventMap } from '../../platform/events.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, randomToken } from '../../platform/secrets.ts';
import { findLiveSessions } from '../auth/auth.queries.ts';
import type { StreamOwner } from './publishing.types.ts';
import { insertStreamToken, takeStreamToken } from './stream-tokens.store.ts';

const PURPOSE = 'posts_stream';
const TOKEN_SECONDS = 60;
/** How long a stream may outlive its session. */
const SESSIONS_EVERY_MS = 5_000;

export type StreamDeps = Pick<Platform, 'db' | 'clock' | 'log' | 'events' | 'metrics'> & {
  tweetUrl(tweetId: string): string;
};

/** A token that opens one stream, once, within 60 seconds. */
export async function createStreamToken(deps: StreamDeps, actor: Actor): Promise<string> {
  const token = randomToken();
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + TOKEN_SECONDS * 1000);
  await insertStreamToken(deps.db, {
    hash: hashToken(token),
    userId: actor.userId,
    sessionId: actor.sessionId,
    purpose: PURPOSE,
    now,
    expiresAt,
  });
  return token;
}

/** Consumes a stream token and returns whose it was. Throws UNAUTHENTICATED. */
export async function openStream(deps: StreamDeps, token: string): Promise<StreamOwner> {
  const owner = await takeStreamToken(deps.db, hashToken(token), PURPOSE, deps.clock.now());
  if (!owner)
    throw new AppError('UNAUTHENTICATED', 'This stream token has been used or has expired. Ask for another.');
  return owner;
}

type Change = EventMap['post_status'][number];
/** What the hub calls on an open stream; HTTP does the rest. */
type Outlet = Pick<EventStream, 'send' | 'end'>;

export type Streams = {
  /** Delivers to this stream until the returned function is called. */
  subscribe(owner: StreamOwner, outlet: Outlet): () => void;
  /** Ends the streams whose session has ended: signed out, here or elsewhere, or too old. */
  endWithSessions(): Promise<void>;
  /** Looks for ended sessions every few seconds, until `stop`. */
  start(): void;
  /** Ends every stream. */
  stop(): void;
};

/**
 * Delivers what happens to people's posts and plans to their open streams: one listener on the database, many streams. After
 * the listener lost its connection, every stream is told to read again, because events may have been missed.
 */
export function createStreams(deps: StreamDeps): Streams {
  const streams = new Map<number, Set<{ sessionId: number; outlet: Outlet }>>();
  let look: NodeJS.Timeout | undefined;
  const all = () => [...streams.values()].flatMap((each) => [...each]);
  deps.events.on('post_status', (changes) => {
    for (const change of changes)
      for (const { outlet } of streams.get(change.userId) ?? []) outlet.send('post_status', eventOf(change));
  });
  deps.events.on('plan_changed', ({ userId }) => {
    for (const { outlet } of streams.get(userId) ?? []) outlet.send(PLAN_CHANGED, {});
  });
  deps.events.onReconnect(() => {
    for (const { outlet } of all()) outlet.send(RESYNC, {});
  });

  function eventOf(change: Change): PostStatusEvent {
    return {
      id: String(change.id),
      status: change.status,
      retryCount: change.retryCount,
      tweetUrl: change.tweetId ? deps.tweetUrl(change.tweetId) : null,
      errorMessage: change.errorMessage,
    };
  }

  async function endWithSessions(): Promise<void> {
    const open = all();
    if (open.length === 0) return;
    const ids = [...new Set(open.map(({ sessionId }) => sessionId))];
    const live = await findLiveSessions(deps.db, ids, deps.clock.now());
    for (const { sessionId, outlet } of open) if (!live.has(sessionId)) outlet.end();
  }

  return {
    subscribe({ userId, sessionId }, outlet) {
      const stream = { sessionId, outlet };
      const open = streams.get(userId) ?? new Set();
      streams.set(userId, open.add(stream));
      deps.metrics.openStreams.inc();
      return () => {
        if (!open.delete(stream)) return;
        if (open.size === 0) streams.delete(userId);
        deps.metrics.openStreams.dec();
      };
    },
    endWithSessions,
    start() {
      look = setInterval(() => {
        endWithSessions().catch((error: unknown) =>
          deps.log.warn({ err: error }, 'sessions of streams not looked at'),
        );
      }, SESSIONS_EVERY_MS).unref();
    },
    stop() {
      clearInterval(look);
      for (const { outlet } of all()) outlet.end();
    },
  };
}
