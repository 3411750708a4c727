import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorizeUrl,
  type Bench,
  bearer,
  callback,
  codeForm,
  makePkce,
  refreshForm,
  startBench,
  type Tokens,
} from '../../test/harness.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

async function approvedCode(challenge: string, username = 'ada'): Promise<string> {
  const { redirectUrl } = await bench.control<{ redirectUrl: string }>('POST', '/x/approve', {
    authUrl: authorizeUrl(bench.url, challenge),
    username,
  });
  return new URL(redirectUrl).searchParams.get('code') ?? '';
}

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
    ['a challenge that is no digest', { code_challenge: 'short' }],
    ['a missing state', { state: '' }],
    ['an unknown scope', { scope: 'tweet.read tweet.fly' }],
    ['a relative redirect', { redirect_uri: '/callback' }],
  ])('refuses %s with a page', async (_what, changes) => {
    const page = await bench.send('GET', authorizeUrl(bench.url, makePkce().challenge, changes));
    expect(page.status).toBe(400);
    expect(page.text).toContain('Something went wrong');
  });

  it('sends the browser back with state and a code that works', async () => {
    const { verifier, challenge } = makePkce();
    const ask = new URL(authorizeUrl(bench.url, challenge)).search.slice(1);
    const answer = await bench.send('POST', '/x/i/oauth2/authorize', {
      form: { ask, username: 'ada', other: '@Katherine_J', action: 'authorize' },
    });
    const target = new URL(answer.headers.get('location') ?? '');
    expect(answer.status).toBe(302);
    expect(target.origin + target.pathname).toBe(callback);
    expect(target.searchParams.get('state')).toBe('state-1');
    const tokens = (await bench.token(codeForm(target.searchParams.get('code') ?? '', verifier)))
      .json as Tokens;
    const me = await bench.send('GET', '/x/2/users/me', { headers: bearer(tokens) });
    expect(me.json).toMatchObject({ data: { username: 'Katherine_J' } });
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

describe('the token endpoint', () => {
  it('refuses a wrong verifier, and the code is spent', async () => {
    const { verifier, challenge } = makePkce();
    const code = await approvedCode(challenge);
    expect((await bench.token(codeForm(code, makePkce().verifier))).status).toBe(400);
    expect((await bench.token(codeForm(code, verifier))).status).toBe(400);
  });

  it('refuses a client without its secret', async () => {
    const answer = await bench.token(refreshForm('x'), 'Basic bm9ib2R5Om5vdGhpbmc=');
    expect([answer.status, answer.json]).toMatchObject([401, { error: 'unauthorized_client' }]);
  });
});

describe('the end of tokens', () => {
  it('lets a client revoke its token', async () => {
    const tokens = await bench.connect('ada');
    const revoked = await bench.send('POST', '/x/2/oauth2/revoke', {
      form: { token: tokens.refresh_token, token_type_hint: 'refresh_token' },
      headers: {
        authorization: `Basic ${Buffer.from('sandbox-x-client:sandbox-x-secret').toString('base64')}`,
      },
    });
    expect(revoked.json).toEqual({ revoked: true });
    expect((await bench.send('GET', '/x/2/users/me', { headers: bearer(tokens) })).status).toBe(401);
    expect((await bench.token(refreshForm(tokens.refresh_token))).status).toBe(400);
  });

  it('expires access tokens on request, and a refresh helps', async () => {
    const tokens = await bench.connect('grace');
    await bench.control('POST', '/x/expire-tokens', { username: 'grace' });
    const stale = await bench.send('GET', '/x/2/users/me', { headers: bearer(tokens) });
    expect([stale.status, stale.json]).toMatchObject([401, { title: 'Unauthorized', type: 'about:blank' }]);
    const fresh = (await bench.token(refreshForm(tokens.refresh_token))).json as Tokens;
    expect((await bench.send('GET', '/x/2/users/me', { headers: bearer(fresh) })).status).toBe(200);
  });
});
