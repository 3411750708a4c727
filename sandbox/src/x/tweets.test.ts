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

describe('reading', () => {
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
