import type { PostStatusEvent } from '@drumbeat/contract/publishing/publishing.ts';
import { PUBLISHING_STOP, READY, RESYNC } from '@drumbeat/contract/publishing/stream-events.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventMap } from '../../../platform/events.ts';
import type { EventStream } from '../../../platform/http/event-stream.ts';
import type { Platform } from '../../../platform/platform.ts';
import { streamTokens } from '../../../platform/rate-limits.ts';
import { hashToken, randomToken } from '../../../platform/secrets.ts';
import { findLiveSessions } from '../../auth/sessions/list-sessions.ts';
import { wireStatus } from '../../post/post-words.rules.ts';
import type { StreamOwner } from '../publishing.types.ts';
import { eventId, gapSince, gapSinceId, readMissed, type StreamEvent } from './read-missed.ts';
import { insertStreamToken, takeStreamToken } from './stream-tokens.store.ts';

const PURPOSE = 'posts_stream';
const TOKEN_SECONDS = 60;
/**
 * The most streams of one person per process. One more closes the oldest, whose page reconnects half a minute
 * later.
 */
const MOST_STREAMS = 10;
/** How long a stream may outlive its session. */
const SESSIONS_EVERY_MS = 5_000;

export type StreamDeps = Pick<Platform, 'db' | 'clock' | 'log' | 'events' | 'metrics' | 'limits'> & {
  tweetUrl(tweetId: string): string;
};

/**
 * A token that opens one stream, once, within 60 seconds. Throws RATE_LIMIT_EXCEEDED above 300 in five
 * minutes.
 */
export async function createStreamToken(deps: StreamDeps, actor: Actor): Promise<string> {
  await deps.limits.consume(streamTokens, actor.userId);
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

/**
 * Consumes a stream token. Returns its owner and the time to replay from: that of the page's last event id
 * or, without one, shortly before the token was created; null if the id is unknown or too old. Throws
 * UNAUTHENTICATED.
 */
export async function openStream(
  deps: StreamDeps,
  token: string,
  lastEventId?: string,
): Promise<StreamOwner & { since: Date | null }> {
  const now = deps.clock.now();
  const taken = await takeStreamToken(deps.db, hashToken(token), PURPOSE, now);
  if (!taken)
    throw new AppError('UNAUTHENTICATED', 'This stream token has been used or has expired. Ask for another.');
  const { expiresAt, ...owner } = taken;
  const askedAt = new Date(expiresAt.getTime() - TOKEN_SECONDS * 1000);
  return { ...owner, since: lastEventId ? gapSinceId(lastEventId, now) : gapSince(askedAt) };
}

type Change = EventMap['post_status'][number];
/** The part of a stream that the hub uses; HTTP does the rest. */
type Outlet = Pick<EventStream, 'send' | 'end'>;

/** An open stream. While it catches up, new events wait in `backlog`. */
type Stream = StreamOwner & { outlet: Outlet; backlog?: StreamEvent[] };

export type Streams = {
  /**
   * Delivers events to this stream until the returned function is called. With `since`, it first replays what
   * was missed (null: tells the page to read again), then sends READY.
   */
  subscribe(owner: StreamOwner & { since?: Date | null }, outlet: Outlet): () => void;
  /** Ends streams whose session has ended: signed out, here or elsewhere, or expired. */
  endWithSessions(): Promise<void>;
  /** Checks for ended sessions every few seconds, until `stop`. */
  start(): void;
  stop(): void;
};

/**
 * Delivers changes to people's posts, accounts and plans to their open streams, with one database listener
 * for all. After the listener lost its connection, every page is asked to read again, because events may have
 * been missed.
 */
export function createStreams(deps: StreamDeps): Streams {
  const streams = new Map<number, Set<Stream>>();
  let look: NodeJS.Timeout | undefined;
  const all = () => [...streams.values()].flatMap((each) => [...each]);
  deps.events.on('post_status', (changes) => {
    for (const change of changes) deliver(change.userId, ['post_status', eventOf(change)]);
  });
  deps.events.on('person_changed', ({ userId, kind, posts }) => deliver(userId, [kind, posts ?? {}]));
  deps.events.on(PUBLISHING_STOP, (stop) => {
    for (const stream of all()) push(stream, [PUBLISHING_STOP, stop]);
  });
  deps.events.on('sessions_ended', ({ userId }) => {
    const open = streams.get(userId);
    if (open) lookForEnded([...open]);
  });
  deps.events.onReconnect(() => {
    for (const stream of all()) push(stream, [RESYNC, {}]);
  });

  function deliver(userId: number, event: StreamEvent): void {
    for (const stream of streams.get(userId) ?? []) push(stream, event);
  }

  function push(stream: Stream, event: StreamEvent): void {
    if (stream.backlog) stream.backlog.push(event);
    else stream.outlet.send(event[0], event[1], eventId(deps.clock.now()));
  }

  /**
   * Sends what was missed, then what came during that read. Only READY has an id, so anything before it may
   * repeat.
   */
  async function catchUp(stream: Stream, since: Date | null): Promise<void> {
    const missed: StreamEvent[] = since
      ? await readMissed(deps.db, stream.userId, since, (post) =>
          eventOf({ ...post, status: wireStatus(post.status), updatedAt: post.updatedAt.toISOString() }),
        ).catch((error: unknown) => {
          deps.log.warn(
            { err: error },
            'could not read missed events of a stream; telling the page to reload its data',
          );
          return [[RESYNC, {}]];
        })
      : [[RESYNC, {}]];
    for (const [name, data] of [...missed, ...(stream.backlog ?? [])]) stream.outlet.send(name, data);
    delete stream.backlog;
    stream.outlet.send(READY, {}, eventId(deps.clock.now()));
  }

  function eventOf(change: Omit<Change, 'userId'>): PostStatusEvent {
    return {
      id: String(change.id),
      status: change.status,
      retryCount: change.retryCount,
      tweetUrl: change.tweetId ? deps.tweetUrl(change.tweetId) : null,
      errorMessage: change.errorMessage,
      updatedAt: change.updatedAt,
    };
  }

  async function endWithSessions(open = all()): Promise<void> {
    if (open.length === 0) return;
    const ids = [...new Set(open.map(({ sessionId }) => sessionId))];
    const live = await findLiveSessions(deps.db, ids, deps.clock.now());
    for (const { sessionId, outlet } of open) if (!live.has(sessionId)) outlet.end();
  }

  function lookForEnded(open?: Stream[]): void {
    endWithSessions(open).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'could not check the sessions of open streams'),
    );
  }

  return {
    subscribe({ since, userId, sessionId }, outlet) {
      const stream: Stream = { userId, sessionId, outlet, ...(since === undefined ? {} : { backlog: [] }) };
      const open = streams.get(userId) ?? new Set();
      streams.set(userId, open.add(stream));
      for (const oldest of [...open].slice(0, -MOST_STREAMS)) oldest.outlet.end();
      if (since !== undefined) void catchUp(stream, since);
      deps.metrics.openStreams.inc();
      return () => {
        if (!open.delete(stream)) return;
        if (open.size === 0) streams.delete(userId);
        deps.metrics.openStreams.dec();
      };
    },
    endWithSessions,
    start() {
      look = setInterval(() => lookForEnded(), SESSIONS_EVERY_MS).unref();
    },
    stop() {
      clearInterval(look);
      for (const { outlet } of all()) outlet.end();
    },
  };
}
