import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizeUrl, type Bench, makePkce, startBench } from '../../test/harness.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

describe('the authorize page', () => {
  it('offers the demo people, another username, and both answers', async () => {
    const page = await bench.send('GET', authorizeUrl(bench.url, makePkce().challenge));
    expect(page.status).toBe(200);
    for (const name of ['@ada', '@grace', '@alan', '@edsger', '@barbara', 'name="other"']) {
      expect(page.text).toContain(name);
    }
    expect(page.text).toContain('Authorize app');
    expect(page.text).toContain('Cancel');
    // The question of the choices, which a screen reader says with each of them.
    expect(page.text).toMatch(/<fieldset><legend>Continue as<\/legend>.*name="other".*<\/fieldset>/s);
  });

  it.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['a missing state', { state: '' }],
  ])('refuses %s with a page', async (_what, changes) => {
    const page = await bench.send('GET', authorizeUrl(bench.url, makePkce().challenge, changes));
    expect(page.status).toBe(400);
    expect(page.text).toContain('Something went wrong');
  });

  it('sends the browser back with access_denied after Cancel', async () => {
    const authUrl = authorizeUrl(bench.url, makePkce().challenge);
    const form = { ask: new URL(authUrl).search.slice(1), action: 'cancel' };
    const answer = await bench.send('POST', '/x/i/oauth2/authorize', { form });
    const query = new URL(answer.headers.get('location') ?? '').searchParams;
    expect([query.get('error'), query.get('state')]).toEqual(['access_denied', 'state-1']);
    const denied = await bench.control<{ redirectUrl: string }>('POST', '/x/approve', {
      authUrl,
      deny: true,
    });
    expect(denied.redirectUrl).toContain('error=access_denied');
  });
});
