import { randomUUID } from 'node:crypto';
import type { SimilarPosts } from '@drumbeat/contract/posts/posts.rules.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { call, postsOf } from '../../../../test/factories.ts';
import { similarQuestions } from '../../../platform/rate-limits.ts';
import { buildWriter, connect, generateAtOnce } from '../../generation/generation.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

type Answer = {
  code?: string;
  message: string;
  data: SimilarPosts;
  post: { id: string; content: string };
  posts: { id: string }[];
};

/** Words that nobody else in these tests has; the same number gives words that are alike. */
let themes = 0;
function words(): (variant: number) => string {
  themes += 1;
  const theme = String.fromCharCode(96 + themes).repeat(6);
  return (variant) =>
    `Theme ${theme}: keep ${theme} small, ship it on a ${theme} day, and let people tell you about ${theme}. ${variant}`;
}

const roomy = () => buildWriter(app, { metadata: { tier: 'pro_plus', posts_per_day: '40' } });
const create = (writer: { token: string }, content: string, more: object = {}) =>
  call<Answer>(app, 'POST', '/api/posts/own', {
    token: writer.token,
    body: { key: randomUUID(), content, ...more },
  });
const edit = (writer: { token: string }, id: string, body: object) =>
  call<Answer>(app, 'PATCH', `/api/posts/${id}`, { token: writer.token, body });
const bring = (writer: { token: string }, contents: string[], more: object = {}) =>
  call<Answer>(app, 'POST', '/api/posts/import', {
    token: writer.token,
    body: { key: randomUUID(), csv: csvOf(contents), dryRun: false, ...more },
  });
const csvOf = (contents: string[]) =>
  ['time,content', ...contents.map((content, at) => `2026-11-25 ${10 + at}:00,"${content}"`)].join('\n');

describe('a post that a person writes', () => {
  test('like one of their own is asked about once, and the second press schedules it', async () => {
    const writer = await roomy();
    const second = await connect(app, writer.id);
    const say = words();
    const first = await create(writer, say(1));
    const asked = await create(writer, say(2), { twitterAccountId: second });
    expect(asked).toMatchObject({
      status: 409,
      body: {
        code: 'TOO_SIMILAR',
        message: 'This is very similar to a post of yours. X may treat both as spam.',
        data: { own: [{ id: first.body.post.id, content: say(1) }], ownCount: 1, elsewhere: false },
      },
    });
    expect(await postsOf(app, writer)).toHaveLength(1);
    const pressed = await create(writer, say(2), { twitterAccountId: second, acceptSimilar: true });
    expect([pressed.status, pressed.body.post?.content]).toEqual([200, say(2)]);
  });

  test('like somebody else’s is asked about without a word of theirs, in the answer, the audit log or the history', async () => {
    const [writer, stranger] = [await roomy(), await roomy()];
    const say = words();
    const theirs = await create(stranger, say(11));
    const asked = await create(writer, say(12));
    expect(asked.status).toBe(409);
    const { requestId, ...told } = asked.body as Answer & { requestId: string };
    expect(told).toEqual({
      error: expect.any(String),
      code: 'TOO_SIMILAR',
      message: 'There is a very similar post in another account. X may treat both as spam.',
      data: { own: [], ownCount: 0, elsewhere: true },
    });
    await create(writer, say(12), { acceptSimilar: true });
    const secrets = [say(11), theirs.body.post.id];
    const { rows } = await app.platform.db.execute(sql`
      select a::text as line from audit_log a where a::text like ${`%${requestId}%`} or a::text like '%SIMILAR%'
      union all select e::text from post_events e join posts p on p.id = e.post_id where p.user_id = ${writer.id}`);
    for (const secret of secrets) {
      expect(JSON.stringify(asked)).not.toContain(secret);
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });

  test('is not asked about when its key is sent again, below 60 characters, or when the other was deleted', async () => {
    const writer = await roomy();
    const say = words();
    const key = randomUUID();
    const [first, again] = [await create(writer, say(1), { key }), await create(writer, say(1), { key })];
    expect([first.status, again.status, again.body.post.id]).toEqual([200, 200, first.body.post.id]);
    const short = 'Good morning to all you early risers out there!';
    for (const each of [short, short]) expect((await create(writer, each)).status).toBe(200);

    const gone = await call(app, 'DELETE', `/api/posts/${first.body.post.id}`, { token: writer.token });
    expect(gone.status).toBe(200);
    const anew = await create(writer, say(2));
    expect(anew.status).toBe(200);
    await call(app, 'DELETE', `/api/posts/${anew.body.post.id}`, { token: writer.token });
    const back = await call(app, 'POST', `/api/posts/${anew.body.post.id}/restore`, { token: writer.token });
    expect(back.status).toBe(200);
    expect((await create(writer, say(3))).body.data.own.map(({ id }) => id)).toEqual([anew.body.post.id]);
  });

  test('is asked about 20 times an hour at most; then it goes through', async () => {
    const [writer, stranger] = [await roomy(), await roomy()];
    const say = words();
    await create(stranger, say(0));
    for (let asked = 0; asked < 19; asked += 1)
      await app.platform.limits.consume(similarQuestions, writer.id);
    expect((await create(writer, say(19))).status).toBe(409);
    expect(await postsOf(app, writer)).toEqual([]);
    expect((await create(writer, say(20))).status).toBe(200);
    expect(await postsOf(app, writer)).toHaveLength(1);
    // Another person still is.
    expect((await create(await roomy(), say(21))).status).toBe(409);
  });
});

describe('an edit', () => {
  test('is asked about as a new post is, but not for the post itself, its time or unchanged words', async () => {
    const writer = await roomy();
    const one = words();
    // Without a word in common: what two themes share is enough to compare them.
    const other = (variant: number) =>
      `Nine rivers meet below an old mill where ferrymen count their coins at dusk and sing. ${variant}`;
    const { post } = (await create(writer, one(1))).body;
    const { post: second } = (await create(writer, other(1))).body;
    expect((await edit(writer, post.id, { content: one(2) })).status).toBe(200);
    const asked = await edit(writer, post.id, { content: other(2) });
    expect([asked.status, asked.body.data.own.map(({ id }) => id)]).toEqual([409, [second.id]]);
    expect((await edit(writer, post.id, { content: other(2), acceptSimilar: true })).status).toBe(200);
    const moved = { content: other(2), scheduledTime: '2026-11-26T07:00:00Z' };
    expect((await edit(writer, post.id, moved)).status).toBe(200);
    // It is found by its new words, and no longer by the old.
    expect((await create(writer, other(3))).body.data.own.map(({ id }) => id).sort()).toEqual(
      [post.id, second.id].sort(),
    );
    expect((await create(writer, one(3))).status).toBe(200);
  });
});

describe('an import', () => {
  test('is asked about once for the file, with how many are like their own; the second press saves all', async () => {
    const [writer, stranger] = [await roomy(), await roomy()];
    const [own, theirs, fresh] = [words(), words(), words()];
    await create(writer, own(1));
    await create(stranger, theirs(1));
    const contents = [own(2), own(3), theirs(2), fresh(1)];
    expect((await bring(writer, contents, { dryRun: true })).status).toBe(200);
    const key = randomUUID();
    const asked = await bring(writer, contents, { key });
    const message =
      '2 of these posts are very similar to posts of yours. Others are very similar to posts in other accounts. X may treat them as spam.';
    expect(asked).toMatchObject({
      status: 409,
      body: { code: 'TOO_SIMILAR', message, data: { ownCount: 2, elsewhere: true } },
    });
    expect(JSON.stringify(asked.body)).not.toContain(theirs(1));
    expect(await postsOf(app, writer)).toHaveLength(1);
    const pressed = await bring(writer, contents, { key, acceptSimilar: true });
    expect(pressed.body.posts).toHaveLength(4);
    // A repeat that comes without the press gives back what was saved.
    expect((await bring(writer, contents, { key })).body.posts).toHaveLength(4);
  });
});

describe('a draft of the model', () => {
  test('is saved without a question; one that the person rewrote is asked about', async () => {
    const writer = await buildWriter(app, { plan: 'trial', niche: 'Bookbinding' });
    const stranger = await roomy();
    const say = words();
    await create(stranger, say(1));
    const { jobId, result } = await generateAtOnce(app, writer);
    const posts = result?.posts ?? [];
    const save = (contents: typeof posts, more: object = {}) =>
      call<Answer>(app, 'POST', '/api/posts', {
        token: writer.token,
        body: { jobId, posts: contents, ...more },
      });
    const changed = posts.map((post, at) => (at === 1 ? { ...post, content: say(2) } : post));
    const asked = await save(changed);
    expect([asked.status, asked.body.code, asked.body.data]).toEqual([
      409,
      'TOO_SIMILAR',
      { own: [], ownCount: 0, elsewhere: true },
    ]);
    expect(await postsOf(app, writer)).toEqual([]);
    const reworded = posts.map((post, at) =>
      at === 1 ? { ...post, content: `${post.content} Yes.` } : post,
    );
    expect((await save(reworded)).status).toBe(200);
  });
});
