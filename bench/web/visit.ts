/// <reference lib="dom" />
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { chromiumLaunch } from '../../e2e/support/chromium.ts';
import type { Screen } from './screens.ts';

/** The network and CPU under which visits are made. */
export type Condition = {
  name: string;
  network?: { latencyMs: number; downKbps: number; upKbps: number };
  /** How many times slower the CPU is. */
  slowdown?: number;
};

/** Slow 4G as in Lighthouse's DevTools throttling: the latency is per request, not per packet. */
export const conditions = {
  plain: { name: 'no throttle' },
  'slow-4g': { name: 'slow 4G', network: { latencyMs: 562.5, downKbps: 1474, upKbps: 675 } },
  'slow-cpu': { name: 'processor 4 times slower', slowdown: 4 },
} as const satisfies Record<string, Condition>;

type Kind = 'js' | 'css' | 'font' | 'other';

/** The cost of a first visit: paints in ms since the navigation, bodies in compressed bytes. */
export type Visit = {
  fcp: number;
  lcp: number;
  /** The sum of all layout shifts, which is never less than the score. */
  cls: number;
  /** From an interaction to the next paint, in steps of 8 ms; 16 stands for anything below. */
  inp: number;
  requests: number;
  /** URLs that were requested more than once. */
  twice: readonly string[];
  jsFiles: number;
  cssFiles: number;
  bytes: Record<Kind, number>;
};

type Vitals = { fcp: number; lcp: number; cls: number; events: number[] };

type Options = {
  origin: string;
  screen: Screen;
  condition: Condition;
  token?: string | undefined;
  width?: number;
};

export function openBrowser(): Promise<Browser> {
  return chromium.launch(chromiumLaunch());
}

/** Visits a screen with an empty cache, waits until it is ready and the network idle, and interacts. */
export async function visit(browser: Browser, options: Options): Promise<Visit> {
  const { origin, screen, condition, width = 1440 } = options;
  const viewport = { width, height: 900 };
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', viewport });
  try {
    const page = await openPage(context, options);
    const devtools = await context.newCDPSession(page);
    const fetched = await countFetched(devtools);
    await throttle(devtools, condition);
    await page.goto(origin + screen.path);
    await page.getByRole('heading', { name: screen.heading, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const { bytes, requests, jsFiles, cssFiles } = { ...fetched, bytes: { ...fetched.bytes } };
    const twice = fetched.asked.filter((each, at, all) => all.indexOf(each) < at);
    const { fcp, lcp, cls } = await vitalsOf(page);
    await screen.press(page);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
    const { events } = await vitalsOf(page);
    return { fcp, lcp, cls, inp: Math.max(16, ...events), requests, twice, jsFiles, cssFiles, bytes };
  } finally {
    await context.close();
  }
}

async function openPage(context: BrowserContext, { screen, token }: Options): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(
    ([held, state]) => {
      if (held) sessionStorage.setItem('authToken', held);
      if (state) history.replaceState({ usr: state, key: 'visit', idx: 0 }, '');
      const vitals: Vitals = { fcp: 0, lcp: 0, cls: 0, events: [] };
      Object.assign(window, { vitals });
      const watch = (type: string, note: (entry: PerformanceEntry) => void, more = {}) =>
        new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
          type,
          buffered: true,
          ...more,
        });
      watch('paint', ({ name, startTime }) => {
        if (name === 'first-contentful-paint') vitals.fcp = startTime;
      });
      watch('largest-contentful-paint', ({ startTime }) => {
        vitals.lcp = startTime;
      });
      watch('layout-shift', (entry) => {
        const { hadRecentInput, value } = entry as unknown as { hadRecentInput: boolean; value: number };
        if (!hadRecentInput) vitals.cls += value;
      });
      const note = (entry: PerformanceEntry): void => {
        // Only interactions count: the pointer entering a page that still loads waits for the loading.
        if ((entry as unknown as { interactionId: number }).interactionId > 0)
          vitals.events.push(entry.duration);
      };
      watch('event', note, { durationThreshold: 16 });
    },
    [token, screen.state] as const,
  );
  return page;
}

function vitalsOf(page: Page): Promise<Vitals> {
  return page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
}

type Fetched = Pick<Visit, 'requests' | 'jsFiles' | 'cssFiles' | 'bytes'> & { asked: string[] };

/** Counts what a page loads from now on. Throws, in the page's session, if a script lacks Brotli. */
async function countFetched(devtools: CDPSession): Promise<Fetched> {
  await devtools.send('Network.enable');
  const kinds = new Map<string, Kind>();
  const fetched: Fetched = {
    requests: 0,
    jsFiles: 0,
    cssFiles: 0,
    bytes: { js: 0, css: 0, font: 0, other: 0 },
    asked: [],
  };
  devtools.on('Network.requestWillBeSent', ({ request }) =>
    fetched.asked.push(`${request.method} ${request.url}`),
  );
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const kind = kindOf(new URL(response.url).pathname);
    kinds.set(requestId, kind);
    fetched.requests += 1;
    if (kind === 'js') fetched.jsFiles += 1;
    if (kind === 'css') fetched.cssFiles += 1;
    if (kind === 'js' && response.headers['content-encoding'] !== 'br')
      throw new Error(`${response.url} came without Brotli`);
  });
  // Only compressed bodies: headers are the same size for every file.
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    fetched.bytes[kinds.get(requestId) ?? 'other'] += encodedDataLength;
  });
  return fetched;
}

function kindOf(path: string): Kind {
  if (path.endsWith('.js')) return 'js';
  if (path.endsWith('.css')) return 'css';
  return path.endsWith('.woff2') ? 'font' : 'other';
}

/** Throttles a page; `devtools` is a session of that page. */
async function throttle(devtools: CDPSession, condition: Condition): Promise<void> {
  const { network, slowdown } = condition;
  if (network)
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: (network.downKbps * 1000) / 8,
      uploadThroughput: (network.upKbps * 1000) / 8,
    });
  if (slowdown) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}
