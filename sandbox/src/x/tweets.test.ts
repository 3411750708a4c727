import { Client } from '@xdevplatform/xdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, bearer, startBench, type Tokens } from '../../test/harness.ts';
import { checkerFor, haveProviderFiles, needsProviderFiles } from '../../test/provider-schemas.ts';

let bench: Bench;
let ada: Tokens;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('POST', '/reset');
  ada = await bench.connect('ada');
});

async function idOfAda(): Promise<string> {
  const me = await bench.send('GET', '/x/2/users/me', { headers: bearer(ada) });
  return (me.json as { data: { id: string } }).data.id;
}

async function timeline(query = ''): Promise<{
  data?: { id: string; text: string; created_at?: string }[];
  meta: { result_count: number; next_token?: string };
}> {
  const answer = await bench.send('GET', `/x/2/users/${await idOfAda()}/tweets${query}`, {
    headers: bearer(ada),
  });
  return answer.json;
}

describe('posting', () => {
  it('counts by weight: 280 letters go, 281 do not, 140 wide ones go, 141 do not', async () => {
    expect((await bench.tweet(ada, 'a'.repeat(280))).status).toBe(201);
    expect((await bench.tweet(ada, 'b'.repeat(281))).status).toBe(403);
    expect((await bench.tweet(ada, '字'.repeat(140))).status).toBe(201);
    expect((await bench.tweet(ada, '字'.repeat(141))).status).toBe(403);
  });

  it('refuses an empty text, a missing token and a missing scope', async () => {
    const reader = await bench.connect('ada', 'tweet.read users.read');
    expect((await bench.tweet(ada, ' ')).status).toBe(400);
    expect((await bench.send('POST', '/x/2/tweets', { json: { text: 'x' } })).status).toBe(401);
    expect((await bench.tweet(reader, 'x')).status).toBe(403);
  });

  it('limits posts in 15 minutes and says so in headers', async () => {
    await bench.control('POST', '/x/limits', { postsPer15Min: 2 });
    const first = await bench.tweet(ada, 'One');
    expect(first.headers.get('x-rate-limit-limit')).toBe('2');
    expect(first.headers.get('x-rate-limit-remaining')).toBe('1');
    await bench.tweet(ada, 'Two');
    const third = await bench.tweet(ada, 'Three');
    expect([third.status, third.json]).toMatchObject([429, { title: 'Too Many Requests', status: 429 }]);
    const reset = Number(third.headers.get('x-rate-limit-reset')) * 1000;
    expect(reset).toBeGreaterThan(Date.now());
    expect(reset).toBeLessThanOrEqual(Date.now() + 15 * 60_000 + 1000);
    expect(await bench.tweets('ada')).toHaveLength(2);
  });
});

describe('reading', () => {
  it('pages', async () => {
    for (let index = 0; index < 7; index += 1) await bench.tweet(ada, `Post ${index}`);
    const first = await timeline('?max_results=5');
    const second = await timeline(`?max_results=5&pagination_token=${first.meta.next_token}`);
    expect([first.data?.length, second.data?.length, second.meta.next_token]).toEqual([5, 2, undefined]);
    const whole = await timeline('?max_results=7');
    expect([whole.data?.length, whole.meta.next_token]).toEqual([7, undefined]);
  });

  it('leaves out replies where it is asked to: texts that begin with a name', async () => {
    for (const text of ['@grace hello', '\uff20grace hello', 'Hello @grace']) await bench.tweet(ada, text);
    for (const [query, count] of [
      ['', 3],
      ['?exclude=retweets', 3],
      ['?exclude=replies', 1],
      ['?exclude=retweets,replies', 1],
    ] as const)
      expect((await timeline(query)).meta.result_count, query).toBe(count);
  });

  it('refuses parameters that X refuses', async () => {
    const id = await idOfAda();
    for (const query of [
      'max_results=4',
      'start_time=yesterday',
      'since_id=abc',
      'pagination_token=zzz',
      'exclude=likes',
      'exclude=replies,replies',
    ]) {
      const answer = await bench.send('GET', `/x/2/users/${id}/tweets?${query}`, { headers: bearer(ada) });
      expect(answer.status, query).toBe(400);
    }
    expect((await bench.send('GET', '/x/2/users/12/tweets', { headers: bearer(ada) })).status).toBe(404);
  });
});

describe('with the official client', () => {
  it('posts, reads itself and its timeline', async () => {
    const client = new Client({ baseUrl: `${bench.url}/x`, accessToken: ada.access_token });
    const made = await client.posts.create({ text: 'From the official client' });
    const me = await client.users.getMe({ userFields: ['profile_image_url'] });
    const posts = await client.users.getPosts(me.data?.id ?? '', { maxResults: 5 });
    expect(made.data?.text).toBe('From the official client');
    expect(me.data?.username).toBe('ada');
    expect(posts.data?.map((post) => post.text)).toEqual(['From the official client']);
  });
});

describe.skipIf(!haveProviderFiles)(needsProviderFiles, () => {
  it('the check bites', () => {
    expect(checkerFor('x')('CreatePostsResponse', { data: { id: 'not-a-number' } })).not.toEqual([]);
    expect(checkerFor('xlegacy')('Problem', { status: 'x' })).not.toEqual([]);
  });

  it('requests, answers and errors fit', async () => {
    const check = checkerFor('x');
    const checkProblem = checkerFor('xlegacy');
    const made = await bench.tweet(ada, 'By the book');
    const fields = 'tweet.fields=created_at,author_id,public_metrics,lang,conversation_id';
    const me = await bench.send(
      'GET',
      '/x/2/users/me?user.fields=profile_image_url,public_metrics,created_at',
      {
        headers: bearer(ada),
      },
    );
    expect(check('CreatePostsRequest', { text: 'By the book' })).toEqual([]);
    expect(check('CreatePostsResponse', made.json)).toEqual([]);
    expect(check('GetUsersMeResponse', me.json)).toEqual([]);
    expect(check('GetUsersPostsResponse', await timeline(`?${fields}`))).toEqual([]);
    expect(checkProblem('Problem', (await bench.tweet(ada, 'By the book')).json)).toEqual([]);
    expect(checkProblem('Problem', (await bench.send('GET', '/x/2/users/me')).json)).toEqual([]);
  });
});
