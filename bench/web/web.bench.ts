import { hashToken, randomToken } from '../../server/src/platform/secrets.ts';
import { addStaff } from '../console/fill.ts';
import { fillAccounts, fillPosts } from '../support/people.ts';
import { type BenchDatabase, startDatabase } from '../support/postgres.ts';
import { atMost, type Report, rounded } from '../support/report.ts';
import { startApi } from '../support/server-process.ts';
import { firstLoad, openBrowser } from './first-load.ts';

const screens = [
  {
    name: 'landing page',
    path: '/',
    heading: 'A steady beat of posts on X, without writing them.',
    most: 100,
  },
  { name: 'sign-in', path: '/auth', heading: 'Sign in to Drumbeat', most: 150 },
  { name: 'dashboard', path: '/dashboard', heading: 'Dashboard', most: 200 },
  { name: 'dashboard with calendar', path: '/dashboard?view=calendar', heading: 'Dashboard', most: 290 },
  { name: 'console', path: '/admin', heading: 'Admin', most: 250 },
] as const;

/** A person with a plan and 14 posts; answers the token of their session. */
async function signedIn(database: BenchDatabase): Promise<string> {
  const token = randomToken();
  await fillAccounts(database, 1);
  await fillPosts(database, { count: 14, from: new Date(Date.now() + 3_600_000), everyMs: 3_600_000 });
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

/** Nobody, a customer, or staff. */
function tokenFor(path: string, tokens: { token: string; staff: string }): { token?: string } {
  if (path === '/admin') return { token: tokens.staff };
  return path.startsWith('/dashboard') ? { token: tokens.token } : {};
}

/** What a first visit fetches: a real browser with a cold cache, and the API that serves the built web app. */
export async function web(_args: string[], tell: (line: string) => void): Promise<Report> {
  const database = await startDatabase();
  const browser = await openBrowser();
  try {
    const settings = { databaseUrl: database.url, sandboxPort: 1, smtpPort: 2, folder: database.folder };
    const api = await startApi(settings);
    try {
      const token = await signedIn(database);
      const staff = await addStaff(database);
      const rows: (string | number)[][] = [];
      const verdicts: Report['verdicts'][number][] = [];
      for (const { name, path, heading, most } of screens) {
        const visit = { url: api.url + path, heading, ...tokenFor(path, { token, staff }) };
        const load = await firstLoad(browser, visit);
        tell(`${name}: ${rounded(load.js / 1000)} kB of JavaScript`);
        const bytes = [load.js, load.css, load.font, load.other];
        rows.push([name, load.requests, ...bytes.map((each) => rounded(each / 1000))]);
        verdicts.push(atMost(`kB of JavaScript for ${name}`, load.js / 1000, most));
      }
      const columns = ['first visit', 'requests', 'js kB', 'css kB', 'fonts kB', 'other kB'];
      return { name: 'web', setting: { cache: 'cold' }, columns, rows, verdicts };
    } finally {
      await api.stop();
    }
  } finally {
    await browser.close();
    await database.stop();
  }
}
