import type { Browser } from 'playwright-core';
import { hashToken, randomToken } from '../../server/src/platform/secrets.ts';
import { addStaff } from '../console/fill.ts';
import { readNumbers, takeTexts } from '../support/options.ts';
import { fillAccounts, fillPosts } from '../support/people.ts';
import { type BenchDatabase, startDatabase } from '../support/postgres.ts';
import { atMost, median, type Report, rounded } from '../support/report.ts';
import { startSandbox } from '../support/sandbox.ts';
import { startApi } from '../support/server-process.ts';
import { type Screen, screens } from './screens.ts';
import { type Condition, conditions, openBrowser, type Visit, visit } from './visit.ts';

const POSTS = 500;
const MOST_CLS = 0.02;
const MOST_INP_MS = 100;
const PHONE = 390;

/** A person with a plan and posts an hour apart; returns their session token. */
async function addCustomer(database: BenchDatabase): Promise<string> {
  const token = randomToken();
  await fillAccounts(database, 1);
  await fillPosts(database, { count: POSTS, from: new Date(Date.now() + 3_600_000), everyMs: 3_600_000 });
  await database.rows(
    `with plan as (
       insert into subscriptions (user_id, state, has_ever_subscribed, has_payment_method) select id, 'active', true, true from users
     )
     insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at)
     select id, $1, now(), now() + interval '1 day', now() from users`,
    [hashToken(token)],
  );
  return token;
}

type Place = { browser: Browser; origin: string; tokens: Record<Screen['visitor'], string | undefined> };

/** The medians of this many visits. */
async function visitOften(
  { browser, origin, tokens }: Place,
  {
    screen,
    condition,
    rounds,
    width,
  }: { screen: Screen; condition: Condition; rounds: number; width?: number },
): Promise<Visit> {
  const token = tokens[screen.visitor];
  const made: Visit[] = [];
  for (let round = 0; round < rounds; round += 1)
    made.push(await visit(browser, { origin, screen, condition, token, ...(width ? { width } : {}) }));
  const middle = (pick: (each: Visit) => number): number => median(made.map(pick));
  return {
    fcp: middle(({ fcp }) => fcp),
    lcp: middle(({ lcp }) => lcp),
    cls: Math.max(...made.map(({ cls }) => cls)),
    inp: middle(({ inp }) => inp),
    requests: middle(({ requests }) => requests),
    twice: [...new Set(made.flatMap(({ twice }) => twice))],
    jsFiles: middle(({ jsFiles }) => jsFiles),
    cssFiles: middle(({ cssFiles }) => cssFiles),
    bytes: {
      js: middle(({ bytes }) => bytes.js),
      css: middle(({ bytes }) => bytes.css),
      font: middle(({ bytes }) => bytes.font),
      other: middle(({ bytes }) => bytes.other),
    },
  };
}

function rowOf(name: string, condition: string, found: Visit): (string | number)[] {
  const { js, css, font, other } = found.bytes;
  const bytes = [js, css, font, other].map((each) => rounded(each / 1000));
  const counts = [found.requests, found.jsFiles, found.cssFiles];
  const paints = [found.fcp, found.lcp, found.inp].map(Math.round);
  return [name, condition, ...counts, ...bytes, ...paints, rounded(found.cls)];
}

/**
 * What a first visit loads and when it paints: a real browser with a cold cache, and the API that serves the
 * built web app. Medians of `--rounds` sequential visits; `--under` selects a single condition.
 */
export async function web(args: string[], tell: (line: string) => void): Promise<Report> {
  const { texts, rest } = takeTexts(args, ['under']);
  const { rounds } = readNumbers(rest, { rounds: 5 });
  const names = Object.keys(conditions) as (keyof typeof conditions)[];
  const under = names.filter((name) => texts.under === undefined || texts.under === name);
  if (under.length === 0) throw new Error(`--under takes one of ${names.join(', ')}`);
  const database = await startDatabase();
  // The catalogue comes from the provider.
  const sandbox = await startSandbox();
  const browser = await openBrowser();
  const rows: (string | number)[][] = [];
  const verdicts: Report['verdicts'][number][] = [];
  try {
    const settings = {
      databaseUrl: database.url,
      sandboxPort: sandbox.port,
      smtpPort: sandbox.smtpPort,
      folder: database.folder,
    };
    const api = await startApi(settings);
    try {
      const customer = await addCustomer(database);
      const tokens = { nobody: undefined, customer, staff: await addStaff(database) };
      const place = { browser, origin: api.url, tokens };
      for (const screen of screens) {
        for (const key of under) {
          const found = await visitOften(place, { screen, condition: conditions[key], rounds });
          const row = rowOf(screen.name, conditions[key].name, found);
          tell([...row, ...found.twice].join('  '));
          rows.push(row);
          verdicts.push(...verdictsOf(screen, key, found));
        }
        const condition = conditions.plain;
        const { cls } = await visitOften(place, { screen, condition, rounds: 1, width: PHONE });
        verdicts.push(atMost(`layout shift of ${screen.name}, ${PHONE} wide`, cls, MOST_CLS));
      }
    } finally {
      await api.stop();
    }
  } finally {
    await browser.close();
    await sandbox.stop();
    await database.stop();
  }
  const fetched = ['requests', 'js', 'css', 'js kB', 'css kB', 'fonts kB', 'other kB'];
  const columns = ['first visit', 'under', ...fetched, 'FCP ms', 'LCP ms', 'INP ms', 'CLS'];
  return { name: 'web', setting: { cache: 'cold', posts: POSTS, rounds }, columns, rows, verdicts };
}

/** Bytes, files and shifts do not depend on the machine; they are measured once, without throttling. */
function verdictsOf(
  screen: Screen,
  under: keyof typeof conditions,
  found: Visit,
): Report['verdicts'][number][] {
  const { name } = screen;
  const where = `${name}, ${conditions[under].name}`;
  const press = atMost(`ms from a press to its paint: ${where}`, found.inp, MOST_INP_MS);
  if (under === 'slow-cpu') return [press];
  const { fcp, lcp } = screen[under];
  const paints = [
    atMost(`ms to the first paint: ${where}`, found.fcp, fcp * 1000),
    ...(lcp ? [atMost(`ms to the largest paint: ${where}`, found.lcp, lcp * 1000)] : []),
  ];
  if (under !== 'plain') return paints;
  return [
    ...paints,
    press,
    atMost(`kB of JavaScript for ${name}`, found.bytes.js / 1000, screen.js),
    atMost(`files of JavaScript for ${name}`, found.jsFiles, screen.jsFiles),
    atMost(`files of CSS for ${name}`, found.cssFiles, 3),
    atMost(`things that ${name} asks for twice`, found.twice.length, 0),
    atMost(`layout shift of ${name}`, found.cls, MOST_CLS),
  ];
}
