import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import type { FeedProblem } from '@drumbeat/contract/facts/facts.rules.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/start.ts';
import { fetchFeed, isPublic, onlyPublic } from './fetch-feed.ts';
import type { NewsReading, NewsSource } from './news.ts';
import { createFeedNews } from './read-feed.ts';

const unknown = { etag: null, lastModified: null };

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function sourceAt(listener: RequestListener, over: object = {}): Promise<NewsSource> {
  const host = await serve(listener);
  return createFeedNews({ url: `http://${host}/rss?q={niche}`, hosts: [host], localHosts: [host], ...over });
}

function feed(items: string): RequestListener {
  return (_request, response) =>
    response.end(`<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>${items}</channel></rss>`);
}

function storiesOf(reading: NewsReading) {
  if (!reading.ok || !reading.changed) throw new Error(JSON.stringify(reading));
  return reading.stories;
}

const date = '<pubDate>Sat, 21 Nov 2026 09:00:00 GMT</pubDate>';

describe('a feed', () => {
  test('NEWS-18 of the sandbox gives the stories of a niche, newest first', async () => {
    const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' });
    onTestFinished(() => sandbox.close());
    const host = `127.0.0.1:${sandbox.port}`;
    const url = `http://${host}/news/rss?niche={niche}`;
    const source = createFeedNews({ url, hosts: [host], localHosts: [host] });
    const stories = storiesOf(await source.read('Personal Finance', unknown));
    expect(stories.length).toBeGreaterThan(5);
    const times = stories.map(({ publishedAt }) => publishedAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test('is asked for its niche, and only whether it has changed since', async () => {
    const asked: unknown[] = [];
    const source = await sourceAt((request, response) => {
      const { accept, 'user-agent': agent, ...headers } = request.headers;
      asked.push([request.url, headers['if-none-match'], headers['if-modified-since']]);
      expect([accept, agent]).toEqual([
        'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8',
        'Drumbeat',
      ]);
      if (headers['if-none-match'] === '"v1"')
        return void response.writeHead(304, { location: '/elsewhere' }).end();
      response.setHeader('etag', '"v1"').setHeader('last-modified', 'today');
      feed(`<item><title>One</title>${date}</item>`)(request, response as never);
    });
    const first = await source.read('Rock & Roll', unknown);
    expect(first).toEqual({
      ok: true,
      changed: true,
      stories: [{ title: 'One', text: '', publishedAt: new Date('2026-11-21T09:00:00Z') }],
      version: { etag: '"v1"', lastModified: 'today' },
    });
    const again = await source.read('Rock & Roll', { etag: '"v1"', lastModified: 'yesterday' });
    expect(again).toEqual({ ok: true, changed: false });
    expect(asked).toEqual([
      ['/rss?q=Rock%20%26%20Roll', undefined, undefined],
      ['/rss?q=Rock%20%26%20Roll', '"v1"', 'yesterday'],
    ]);
  });

  test('is read after three redirects, whether they name a path or an address, and not after four', async () => {
    const asked: (string | undefined)[] = [];
    const left: Promise<unknown>[] = [];
    const source = await sourceAt(
      (request, response) => {
        asked.push(request.url);
        const more = 4 - asked.length;
        const location = more === 2 ? `http://${request.headers.host}/whole` : '../path?a=1';
        // An answer that is no redirect leads nowhere.
        response.setHeader('location', location);
        if (more === 0) return feed(`<item><title>One</title>${date}</item>`)(request, response as never);
        left.push(new Promise((done) => response.on('close', done)));
        return void response.writeHead(more === 3 ? 300 : 399).write('moved, with more to come');
      },
      { deadlineMs: 600_000 },
    );
    expect(storiesOf(await source.read('Gaming', unknown))).toMatchObject([{ title: 'One' }]);
    expect(asked).toEqual(['/rss?q=Gaming', '/path?a=1', '/whole', '/path?a=1']);
    // Nobody waits for the rest of a redirect.
    await Promise.all(left);
    expect(left).toHaveLength(3);
  });

  test.each<[string, RequestListener, FeedProblem, RegExp]>([
    ['a broken connection', (request) => void request.socket.destroy(), 'no_answer', /^socket hang up$/],
    [
      'more than a megabyte',
      (_, response) => void response.end('x'.repeat(1_000_001)),
      'too_large',
      /at most 1000000/,
    ],
    [
      'an address in circles',
      (_, response) => void response.writeHead(302, { location: '/rss' }).end(),
      'too_many_redirects',
      /3 times/,
    ],
    [
      'a redirect to a host that is not on the list',
      (_, response) => void response.writeHead(302, { location: 'http://localhost:1/' }).end(),
      'host_not_listed',
      /localhost:1 is not on the list/,
    ],
    [
      'a redirect to another scheme',
      (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      'host_not_listed',
      /not on the list/,
    ],
  ])('%s is no news, and no exception', async (_name, listener, problem, detail) => {
    const answer = await (await sourceAt(listener)).read('Gaming', unknown);
    expect(answer).toEqual({ ok: false, problem, detail: expect.stringMatching(detail) });
  });

  test('with entities inside entities is read at once, not unfolded', async () => {
    const entities = [...'bcdefghij'].map(
      (name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`,
    );
    const source = await sourceAt((_, response) =>
      response.end(
        `<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">${entities.join('')}]><rss version="2.0"><channel><title>t</title>
        <item><title>&j;</title>${date}</item></channel></rss>`,
      ),
    );
    const answer = await source.read('Gaming', unknown);
    if (answer.ok && answer.changed) expect(JSON.stringify(answer.stories).length).toBeLessThan(500);
  });
});

describe('outside this machine', () => {
  const rules = {
    hosts: ['feeds.example', '127.0.0.1', '10.0.0.7', '[::1]'],
    localHosts: [],
    signal: AbortSignal.timeout(5_000),
  };
  const pointsAt =
    (...addresses: string[]): LookupFunction =>
    (_host, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );

  test('a feed is read by https alone, and never at an address that is not public', async () => {
    await expect(fetchFeed('http://feeds.example/', {}, rules)).rejects.toThrow('read by https');
    await expect(fetchFeed('https://127.0.0.1/', {}, rules)).rejects.toThrow('not public');
    await expect(fetchFeed('https://10.0.0.7/', {}, rules)).rejects.toThrow('not public');
    await expect(fetchFeed('https://evil.example/', {}, rules)).rejects.toThrow('not on the list');
    await expect(fetchFeed('https://[::1]/', {}, rules)).rejects.toThrow('[::1] is not public');
    for (const login of ['me:secret', 'me', ':secret'])
      await expect(fetchFeed(`https://${login}@feeds.example/`, {}, rules)).rejects.toThrow('no password');
  });

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '0.0.0.0',
  ])('a name that leads to %s is not asked', async (address) => {
    const lookup = pointsAt('93.184.215.14', address);
    await expect(fetchFeed('https://feeds.example/', {}, { ...rules, lookup })).rejects.toThrow(
      'feeds.example has an address that is not public',
    );
  });

  test('a public address passes', async () => {
    // Asked, and only then ended by the signal.
    const ended = { ...rules, hosts: ['93.184.215.14'], signal: AbortSignal.abort() };
    await expect(fetchFeed('https://93.184.215.14/', {}, ended)).rejects.toThrow('aborted');
    expect(['93.184.215.14', '2606:2800:21f:cb07::1'].map(isPublic)).toEqual([true, true]);
    const found: unknown[] = [];
    const lookup = onlyPublic(pointsAt('93.184.215.14', '2606:2800:21f:cb07::1'));
    for (const options of [{}, { all: true }])
      lookup('feeds.example', options, (...answer) => found.push(answer));
    const all = [
      { address: '93.184.215.14', family: 4 },
      { address: '2606:2800:21f:cb07::1', family: 6 },
    ];
    expect(found).toEqual([
      [null, '93.184.215.14', 4],
      [null, all],
    ]);
  });
});
