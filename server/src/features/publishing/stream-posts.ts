import type { PostStatusEvent } from '@drumbeat/contract/publishing.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventMap } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, randomToken } from '../../platform/secrets.ts';
import { liveSessions } from '../auth/live-sessions.ts';
import type { StreamOwner } from './publishing.types.ts';
import { wireStatus } from './retry.rules.ts';
import { insertStreamToken, takeStreamToken } from './stream-tokens.store.ts';

const PURPOSE = 'posts_stream';
const TOKEN_SECONDS = 60;

export type StreamDeps = Pick<Platform, 'db' | 'clock' | 'events' | 'metrics'> & {
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

/** Uses up a stream token and tells whose it was. Throws UNAUTHENTICATED. */
export async function openStream(deps: StreamDeps, token: string): Promise<StreamOwner> {
  const owner = await takeStreamToken(deps.db, hashToken(token), PURPOSE, deps.clock.now());
  if (!owner)
    throw new AppError('UNAUTHENTICATED', 'This stream token has been used or has expired. Ask for another.');
  return owner;
}

type Change = EventMap['post_status'][number];

/** An open stream: what sends on it, and what ends it. */
type Stream = { sessionId: number; send(event: PostStatusEvent): void; end(): void };

/** Delivers what happens to people's posts to their open streams: one listener on the database, many streams. */
export function createStreams(deps: StreamDeps): {
  subscribe(owner: StreamOwner, stream: Omit<Stream, 'sessionId'>): () => void;
  /** Ends the streams whose session has ended: signed out, here or elsewhere, or too old. */
  endWithSessions(): Promise<void>;
} {
  const streams = new Map<number, Set<Stream>>();
  deps.events.on('post_status', (changes) => {
    for (const change of changes) {
      const open = streams.get(change.userId);
      if (!open) continue;
      const event = eventOf(change);
      for (const stream of open) stream.send(event);
    }
  });

  function eventOf(change: Change): PostStatusEvent {
    return {
      id: String(change.id),
      status: wireStatus(change.status),
      retryCount: change.retryCount,
      tweetUrl: change.tweetId ? deps.tweetUrl(change.tweetId) : null,
      errorMessage: change.errorMessage,
    };
  }

  return {
    subscribe({ userId, sessionId }, { send, end }) {
      const stream = { sessionId, send, end };
      const open = streams.get(userId) ?? new Set();
      streams.set(userId, open.add(stream));
      deps.metrics.openStreams.inc();
      return () => {
        if (!open.delete(stream)) return;
        if (open.size === 0) streams.delete(userId);
        deps.metrics.openStreams.dec();
      };
    },
    async endWithSessions() {
      const open = [...streams.values()].flatMap((each) => [...each]);
      const ids = [...new Set(open.map(({ sessionId }) => sessionId))];
      const live = await liveSessions(deps.db, ids, deps.clock.now());
      for (const stream of open) if (!live.has(stream.sessionId)) stream.end();
    },
  };
}
