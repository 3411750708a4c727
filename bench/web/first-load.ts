import { type Browser, chromium } from 'playwright-core';
import { chromiumLaunch } from '../../e2e/support/chromium.ts';

/** What a first visit fetched, in bytes as they came over the wire, compressed. */
type Kind = 'js' | 'css' | 'font' | 'other';
export type FirstLoad = Record<Kind | 'requests', number>;

export function openBrowser(): Promise<Browser> {
  return chromium.launch(chromiumLaunch());
}

/** An address, the heading by which it is known to be there, and the session of who visits it, if anybody's. */
type Visit = { url: string; heading: string; token?: string };

/** Visits an address with nothing cached, waits until the network is quiet, and adds up what came. */
export async function firstLoad(browser: Browser, { url, heading, token }: Visit): Promise<FirstLoad> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (token) await page.addInitScript((held) => sessionStorage.setItem('authToken', held), token);
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const kinds = new Map<string, Kind>();
  const load: FirstLoad = { js: 0, css: 0, font: 0, other: 0, requests: 0 };
  network.on('Network.responseReceived', ({ requestId, response }) => {
    const kind = kindOf(new URL(response.url).pathname);
    kinds.set(requestId, kind);
    load.requests += 1;
    if (kind === 'js' && response.headers['content-encoding'] !== 'br')
      throw new Error(`${response.url} came without Brotli`);
  });
  // Compressed bodies only: headers are the same size for every file.
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    load[kinds.get(requestId) ?? 'other'] += encodedDataLength;
  });
  await page.goto(url);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  return load;
}

function kindOf(path: string): Kind {
  if (path.endsWith('.js')) return 'js';
  if (path.endsWith('.css')) return 'css';
  return path.endsWith('.woff2') ? 'font' : 'other';
}
