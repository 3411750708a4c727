import { expect, test } from 'vitest';
import type { ConnectResult } from '../accounts.types.ts';
import { renderCallbackPage } from './render-callback-page.ts';

const CONNECTED = 'Your X account is connected. You can close this window.';
const NOT = 'Your X account was not connected. You can close this window.';

test.each<[ConnectResult, object, string, string]>([
  [{ connected: true, accountId: 7 }, { success: true }, '?twitter_connected=true', CONNECTED],
  [
    { connected: false, error: 'twitter_already_connected', existingEmail: 'a••••@b••••.example' },
    { success: false, error: 'twitter_already_connected', existingEmail: 'a••••@b••••.example' },
    `?error=twitter_already_connected&existing_email=${encodeURIComponent('a••••@b••••.example')}`,
    NOT,
  ],
  [
    { connected: false, error: 'twitter_other_account', otherUsername: '</script>', otherIsConnected: true },
    { success: false, error: 'twitter_other_account', otherUsername: '</script>', otherIsConnected: true },
    '?error=twitter_other_account&other_username=%3C%2Fscript%3E',
    NOT,
  ],
])('the page tells the window that opened it, or the dashboard, of %j', (result, message, query, words) => {
  const page = renderCallbackPage(result, 'https://drumbeat.example', 'n0nce');
  const [script = ''] = page
    .split('<script nonce="n0nce">')
    .slice(1)
    .map((from) => from.split('</script>')[0]);
  const said: unknown[] = [];
  const run = (opener: object | null) =>
    new Function('window', script)({
      opener,
      close: () => said.push('closed'),
      location: { replace: (url: string) => said.push(url) },
    });
  run({ closed: false, postMessage: (...told: unknown[]) => said.push(...told) });
  expect(said.splice(0)).toEqual([
    { type: 'X_OAUTH_COMPLETE', ...message },
    'https://drumbeat.example',
    'closed',
  ]);
  for (const opener of [null, { closed: true }]) run(opener);
  const url = `https://drumbeat.example/dashboard${query}`;
  expect(said.map((each) => decodeURIComponent(String(each)))).toEqual([url, url].map(decodeURIComponent));
  expect(page).toContain(`<p>${words}</p>`);
});
