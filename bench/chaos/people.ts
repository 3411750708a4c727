import type { Random } from './random.ts';
import { type Answer, type Person, type Promised, promiseDeletion, promiseEdit, textOf } from './truth.ts';

/** A pause as its owner sees it: nothing is published from the API's answer until they ask to resume. */
export type Pause = { accountId: number; from: number; to: number };

export type People = {
  pauses: Pause[];
  counts: Record<'accepted' | 'refused' | 'none', number>;
  edit(post: Promised): Promise<void>;
  /** Moves a post to a new time, seconds or days ahead. */
  move(post: Promised, aheadMs: number): Promise<void>;
  remove(post: Promised): Promise<void>;
  pause(person: Person, what: 'account' | 'all'): Promise<Pause | undefined>;
  unpause(person: Person, what: 'account' | 'all', pause: Pause | undefined): Promise<void>;
  retry(post: Promised): Promise<void>;
};

const PATIENCE_MS = 15_000;

/** What customers do through the API during the run; each answer is a promise that the verdict checks. */
export function createPeople(apiUrl: string, random: Random): People {
  const busy = new Set<Promised>();
  const pauses: Pause[] = [];
  const counts = { accepted: 0, refused: 0, none: 0 };

  async function call(person: Person, method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${person.session}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(
      async (response): Promise<Answer> => {
        await response.arrayBuffer();
        if (response.ok) return 'accepted';
        return response.status < 500 ? 'refused' : 'none';
      },
      (): Answer => 'none',
    );
    counts[answer] += 1;
    return answer;
  }

  /** One change at a time per post, and none after a lost answer: that change may still be running. */
  async function alone(post: Promised, act: () => Promise<Answer>): Promise<void> {
    if (busy.has(post)) return;
    busy.add(post);
    if ((await act()) !== 'none') busy.delete(post);
  }

  const pathOf = (post: Promised) => `/api/posts/${post.id}`;
  const bodyOf = (person: Person, what: 'account' | 'all') =>
    what === 'account' ? { twitterAccountId: String(person.accountId) } : {};

  return {
    pauses,
    counts,
    edit: (post) =>
      alone(post, async () => {
        const text = textOf(post.number, post.versions, random);
        post.versions += 1;
        const answer = await call(post.person, 'PUT', pathOf(post), { content: text });
        promiseEdit(post, { text }, answer);
        return answer;
      }),
    move: (post, aheadMs) =>
      alone(post, async () => {
        const at = Date.now() + Math.round(aheadMs);
        const answer = await call(post.person, 'PUT', pathOf(post), {
          scheduledTime: new Date(at).toISOString(),
        });
        promiseEdit(post, { at }, answer);
        return answer;
      }),
    remove: (post) =>
      alone(post, async () => {
        const answer = await call(post.person, 'DELETE', pathOf(post));
        promiseDeletion(post, answer);
        return answer;
      }),
    async pause(person, what) {
      const answer = await call(person, 'POST', '/api/posts/pause', bodyOf(person, what));
      if (answer !== 'accepted') return undefined;
      const pause = { accountId: person.accountId, from: Date.now(), to: Number.POSITIVE_INFINITY };
      pauses.push(pause);
      return pause;
    },
    async unpause(person, what, pause) {
      if (pause) pause.to = Date.now();
      await call(person, 'POST', '/api/posts/unpause', bodyOf(person, what));
    },
    async retry(post) {
      post.reordered = true;
      await call(post.person, 'POST', `${pathOf(post)}/retry`);
    },
  };
}
