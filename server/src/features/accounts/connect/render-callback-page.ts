import type { XOAuthMessage } from '@drumbeat/contract/accounts/accounts.ts';
import type { ConnectResult } from '../accounts.types.ts';

/**
 * The page that ends the popup: it reports the result to the window that opened it and closes itself. Without
 * such a window, it redirects to the dashboard with the same result in the query.
 */
export function renderCallbackPage(result: ConnectResult, publicUrl: string, nonce: string): string {
  const message: XOAuthMessage = result.connected
    ? { type: 'X_OAUTH_COMPLETE', success: true }
    : {
        type: 'X_OAUTH_COMPLETE',
        success: false,
        error: result.error,
        ...(result.existingEmail ? { existingEmail: result.existingEmail } : {}),
        ...(result.otherUsername ? { otherUsername: result.otherUsername } : {}),
        ...(result.otherIsConnected ? { otherIsConnected: true } : {}),
      };
  const script = `
    const message = ${inScript(message)};
    if (window.opener && !window.opener.closed) {
      window.opener.postMessage(message, ${inScript(new URL(publicUrl).origin)});
      window.close();
    } else {
      window.location.replace(${inScript(returnUrl(result, publicUrl))});
    }`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Connecting X – Drumbeat</title>
    <style nonce="${nonce}">body{font:15px/24px system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:24px;text-align:center}</style>
  </head>
  <body>
    <p>${result.connected ? 'Your X account is connected.' : 'Your X account was not connected.'} You can close this window.</p>
    <script nonce="${nonce}">${script}</script>
  </body>
</html>`;
}

/** The dashboard URL with the outcome in its query, which the web app reads at startup. */
function returnUrl(result: ConnectResult, publicUrl: string): string {
  const url = new URL('/dashboard', publicUrl);
  if (result.connected) url.searchParams.set('twitter_connected', 'true');
  else {
    url.searchParams.set('error', result.error);
    if (result.existingEmail) url.searchParams.set('existing_email', result.existingEmail);
    if (result.otherUsername) url.searchParams.set('other_username', result.otherUsername);
  }
  return url.href;
}

/** JSON escaped so that it cannot close the surrounding script element. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
