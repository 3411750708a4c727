import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';
import type { Target } from './targets.ts';

const PATIENCE_MS = 15 * 60_000;
// It says 'appears to be injectable' of what it then finds to be none.
const FOUND = /is vulnerable|identified the following injection point/;
const TRIED = /testing for SQL injection on/;
const CALM = [
  '--batch',
  '--ignore-stdin',
  '--disable-coloring',
  '--flush-session',
  '--timeout=10',
  '--retries=0',
];
// Each request comes from an address of its own, or the limits would answer; a refusal is an answer as well.
const DEPTH = [
  '--level=2',
  '--risk=1',
  '--technique=BEU',
  '--dbms=PostgreSQL',
  '--tamper=xforwardedfor',
  '--ignore-code=400,401,403,404,409,429',
];

type Scan = { url: string; token: string; folder: string };
/** How many fields were tried, and what sqlmap says of those that it believes it got into. */
type Tried = { fields: number; found: string[] };

/** Lets sqlmap try the address, the query and the body of a call, field by field. */
export async function scanForSql(target: Target, { url, token, folder }: Scan): Promise<Tried> {
  const { host } = new URL(url);
  const lines: string[] = [];
  for (const [part, address] of addressesOf(target)) {
    const head = [
      `${target.method} ${address} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      ...(target.body ? ['Content-Type: application/json'] : []),
    ];
    const file = join(folder, `${target.name.replaceAll(/\W+/g, '-')}-${part}.txt`);
    await writeFile(file, `${head.join('\r\n')}\r\n\r\n${target.body ?? ''}`);
    const said = await runTool(
      'sqlmap',
      ['-r', file, '--output-dir', folder, ...CALM, ...DEPTH],
      PATIENCE_MS,
    );
    lines.push(...said.split('\n'));
  }
  return {
    fields: lines.filter((line) => TRIED.test(line)).length,
    found: lines.filter((line) => FOUND.test(line)).map((line) => `${target.name}: ${line.trim()}`),
  };
}

/** Where a star stands, sqlmap tries that place alone. */
function addressesOf({ path, query, body }: Target): [part: string, address: string][] {
  const whole = query ? `${path}?${query}` : path;
  const hasId = /\/\d+/.test(path);
  return [
    ...(query || body ? [['fields', whole] as [string, string]] : []),
    ...(hasId ? [['address', whole.replace(/\/(\d+)/, '/$1*')] as [string, string]] : []),
  ];
}
