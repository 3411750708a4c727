import { startDatabase } from '../support/postgres.ts';
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
] as const;

/** What a first visit fetches: a real browser with a cold cache, and the API that serves the built web app. */
export async function web(_args: string[], tell: (line: string) => void): Promise<Report> {
  const database = await startDatabase();
  const browser = await openBrowser();
  try {
    const settings = { databaseUrl: database.url, sandboxPort: 1, smtpPort: 2, folder: database.folder };
    const api = await startApi(settings);
    try {
      const rows: (string | number)[][] = [];
      const verdicts: Report['verdicts'][number][] = [];
      for (const { name, path, heading, most } of screens) {
        const load = await firstLoad(browser, api.url + path, heading);
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
