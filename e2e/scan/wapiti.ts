import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';
import type { Target } from './targets.ts';

const PATIENCE_MS = 30 * 60_000;
const ATTACK_SECONDS = 180;
/** All but ssrf, which calls a server outside, and nikto and wapp, which fetch their lists from one. */
const MODULES =
  'backup,blindsql,buster,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss,xxe';
const PAGES = [
  '/auth?mode=signup',
  '/products',
  '/verify-email?token=x',
  '/reset-password?token=x',
  '/dashboard?view=calendar',
];
const LEVELS = ['information', 'low', 'medium', 'high', 'critical'];
export const MEDIUM = 2;

type Entry = { method: string; path: string; info: string; level: number; parameter: string | null };
type Report = { vulnerabilities: Record<string, Entry[]>; anomalies: Record<string, Entry[]> };
export type Finding = { level: number; text: string };

/** Lets wapiti walk the pages and the calls that read, and attack them; what it reports. */
export async function scanPages(
  targets: readonly Target[],
  { url, token, folder, name }: { url: string; token: string; folder: string; name: string },
): Promise<Finding[]> {
  const file = join(folder, `wapiti-${name}.json`);
  const calls = targets.filter(({ method }) => method === 'GET');
  const addresses = [...PAGES, ...calls.map(({ path, query }) => (query ? `${path}?${query}` : path))];
  const starts = addresses.flatMap((address) => ['-s', `${url}${address}`]);
  const args = ['-u', `${url}/`, '--scope', 'domain', '-m', MODULES, '-H', `Authorization: Bearer ${token}`];
  const limits = [
    '--max-attack-time',
    String(ATTACK_SECONDS),
    '-t',
    '10',
    '--flush-session',
    '--no-bugreport',
  ];
  const output = ['-f', 'json', '-o', file, '--store-session', folder, '-v', '1'];
  const said = await runTool('wapiti', [...args, ...starts, ...limits, ...output], PATIENCE_MS);
  const report = JSON.parse(
    await readFile(file, 'utf8').catch(() =>
      Promise.reject(new Error(`wapiti left no report:\n${said.slice(-2_000)}`)),
    ),
  ) as Report;
  return [...Object.entries(report.vulnerabilities), ...Object.entries(report.anomalies)].flatMap(
    ([kind, entries]) =>
      entries.map(({ method, path, info, level, parameter }) => ({
        level: Number(level),
        text: `${LEVELS[Number(level)]}: ${kind}: ${method} ${path} ${parameter ?? ''} ${info}`,
      })),
  );
}
