/** Calls written out in docs/calls: what each one answers, and all that it does to the database and to others. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { buildApp, type TestApp } from './build-app.ts';
import { inPlain, openSealed } from './in-plain.ts';
import { openTables, rowChanges, type Tables } from './row-changes.ts';
import { laidOut, recordTraffic, type Traffic } from './traffic.ts';

/** A Friday, years ago. The process, the sandbox and the server's clock stand still then, unless a page advances them. */
export const KEPT_NOW = '2020-11-20T10:00:00.000Z';

/** Jobs of one transaction are of one moment, and would be run in any order. */
const JOBS_IN_ORDER = `
  create sequence pgboss.job_order;
  create function in_order() returns trigger language plpgsql as
    $$begin new.created_on = new.created_on + nextval('pgboss.job_order') * interval '1 millisecond'; return new; end$$;
  create trigger in_order before insert on pgboss.job for each row execute function in_order()`;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Order = {
  /** Several chains of statements run at once, and in turns that vary: they are written out sorted. */
  isSideBySide?: boolean;
};
type Asking = Order & {
  as?: { token: string };
  body?: object;
  headers?: Record<string, string>;
  note?: string;
};
/** The headers of an answer that clients act on. */
const HEADERS = [
  'cache-control',
  'content-disposition',
  'content-type',
  'link',
  'location',
  'retry-after',
  'set-cookie',
  'x-accel-buffering',
];

export type KeptPage = {
  app: TestApp;
  /** Makes a call and writes it out; returns its parsed answer. */
  ask<T = Record<string, unknown>>(method: Method, path: string, asking?: Asking): Promise<T>;
  /**
   * Does something else, such as draining the queues, and writes out what it did, and of its result what `shown`
   * makes of it: lines, or a value.
   */
  step<T>(name: string, work: () => Promise<T>, shown?: (result: T) => unknown, order?: Order): Promise<T>;
  /** As `step`, with the whole result. */
  find<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Prepares something that is not written out. */
  prepare<T>(work: () => Promise<T>): Promise<T>;
  /** Moves all clocks. */
  advance(milliseconds: number): void;
  /** Compares all that was written with the page. Renew it with `npx vitest run --project server FILE -u`. */
  expectKept(page: string): Promise<void>;
};

/** An app of its own at a fixed moment, and an empty page. */
export async function openKeptPage(env: Record<string, string> = {}): Promise<KeptPage> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(KEPT_NOW) });
  onTestFinished(() => void vi.useRealTimers());
  const app = await buildApp({ now: KEPT_NOW, env });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { $client: pool } = app.platform.db as unknown as { $client: pg.Pool };
  // With one connection, statements that run side by side go in the order in which they were asked.
  pool.options.max = 1;
  await pool.query(JOBS_IN_ORDER);
  const traffic = recordTraffic(pool);
  openSealed(app.platform.sealer.open);
  const tables = await openTables(app.databaseUrl);
  onTestFinished(() => tables.close());
  const sections: string[] = [];
  const known = new Map<string, string>();
  /** As they were after the last step, unless something was prepared since. */
  let latest: Tables | undefined;

  /** What is done after the answer belongs to the call, too. */
  async function atRest(): Promise<void> {
    for (let quiet = 0; quiet < 5; quiet = traffic.isAtRest() ? quiet + 1 : 0) await setImmediate();
  }

  async function record<T>(
    name: string,
    work: () => Promise<T>,
    answerOf: (result: T) => string[],
    { isSideBySide, isCall }: Order & { isCall?: boolean } = {},
  ): Promise<T> {
    await atRest();
    const before = latest && traffic.take().statements.every(isReading) ? latest : await tables.read();
    traffic.take();
    const result = await work();
    await atRest();
    const seen = traffic.take();
    const after = isCall && seen.statements.every(isReading) ? before : await tables.read();
    latest = after;
    const lines = seen.statements.filter(isOwn).map(statementLine);
    const statements = isSideBySide ? lines.sort() : lines;
    sections.push(section(name, answerOf(result), { ...seen, statements }, { before, after }));
    return result;
  }

  function section(
    name: string,
    answer: string[],
    seen: { requests: string[]; statements: string[] },
    tablesOf: Record<'before' | 'after', Tables>,
  ): string {
    const lines = [
      ...answer,
      ...part('Rows', rowChanges(tablesOf.before, tablesOf.after)),
      ...part('Requests', seen.requests),
      ...part('Statements', counted(seen.statements)),
    ];
    return `## ${name}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``;
  }

  function statementLine({ text, values }: Traffic['statements'][number]): string {
    const layout = inPlain(laidOut(text));
    if (/^(begin|commit|rollback)$/.test(layout)) return layout;
    const name = `${nameOf(layout)} ${createHash('sha256').update(layout).digest('hex').slice(0, 4)}`;
    known.set(name, layout);
    return values.length === 0 ? name : `${name}: ${values.map((value) => oneLine(value)).join(', ')}`;
  }

  return {
    app,
    async ask<T>(method: Method, path: string, { as, body, headers, note, ...order }: Asking = {}) {
      const response = await record(
        `${method} ${inPlain(path)}${note ? `, ${note}` : ''}`,
        () =>
          app.http.inject({
            method,
            url: path,
            headers: { ...(as ? { authorization: `Bearer ${as.token}` } : {}), ...headers },
            ...(body === undefined ? {} : { payload: body }),
          }),
        (answer) => [
          ...(body === undefined ? [] : [`sent ${inPlain(body)}`]),
          `→ ${answer.statusCode}`,
          ...headersOf(answer.headers),
          bodyOf(answer),
        ],
        { ...order, isCall: true },
      );
      return (isJson(response) ? response.json() : response.body) as T;
    },
    step: (name, work, shown, order) =>
      record(name, work, (result) => (shown ? linesOf(shown(result)) : []), order),
    find: (name, work) => record(name, work, linesOf),
    prepare(work) {
      latest = undefined;
      return work();
    },
    advance(milliseconds) {
      app.clock.advance(milliseconds);
      vi.setSystemTime(app.clock.now());
    },
    async expectKept(page) {
      const statements = [...known].sort(([a], [b]) => a.localeCompare(b, 'en'));
      const legend = statements.map(([name, layout]) => `${name}\n  ${layout}`).join('\n');
      const text = `# ${page}\n\n${sections.join('\n\n')}\n\n## The statements\n\n\`\`\`\n${legend}\n\`\`\`\n`;
      const path = fileURLToPath(new URL(`../../docs/calls/${page}.md`, import.meta.url));
      try {
        await expect(text).toMatchFileSnapshot(path);
      } catch (error) {
        if (error instanceof Error)
          error.message = `${firstDifference(await readFile(path, 'utf8'), text)}\n${error.message}`;
        throw error;
      }
    },
  };
}

/** On one line, because the totals of a run show the first line of a failure only. */
function firstDifference(kept: string, written: string): string {
  const [before, after] = [kept.split('\n'), written.split('\n')];
  const at = after.findIndex((line, index) => line !== before[index]);
  const column = [...(after[at] ?? '')].findIndex((letter, index) => letter !== before[at]?.[index]);
  const shown = (lines: string[]) => lines[at]?.slice(Math.max(0, column - 40), column + 60);
  return `Line ${at + 1} was kept as '${shown(before)}' and is now '${shown(after)}'`;
}

/** It changes no row. A call writes over no other connection. */
const isReading = ({ text }: Traffic['statements'][number]): boolean =>
  /^\s*(select|begin|commit|rollback)\b/i.test(text);

function linesOf(shown: unknown): string[] {
  if (shown === undefined) return [];
  const isLines = Array.isArray(shown) && shown.length > 0 && shown.every((each) => typeof each === 'string');
  return isLines ? shown.map((line) => inPlain(line)) : [inPlain(shown)];
}

/** Not the look for the one session of a call, which every call makes. */
const isOwn = ({ text, values: [tokens] }: Traffic['statements'][number]): boolean =>
  !(text.includes('session_owners') && Array.isArray(tokens) && tokens.filter(Boolean).length === 1);

/** Those that clients act on, but for what nearly all answers say. */
function headersOf(headers: Readonly<Record<string, unknown>>): string[] {
  return HEADERS.flatMap((name) => {
    const value = headers[name] === undefined ? undefined : String(headers[name]);
    const isUsual = value === 'no-store' || value?.startsWith('application/json');
    return value === undefined || isUsual ? [] : [`${name}: ${inPlain(value)}`];
  });
}

/** A refusal on one line: its code and its words, which it says twice, and what else it has. */
function bodyOf(answer: {
  headers: Readonly<Record<string, unknown>>;
  body: string;
  json(): unknown;
}): string {
  if (!isJson(answer)) return inPlain(answer.body);
  const whole: unknown = answer.json();
  const { code, error, message, requestId, ...more } = (whole ?? {}) as Record<string, unknown>;
  if (typeof code !== 'string' || error !== message || !requestId) return inPlain(whole);
  return [code, inPlain(String(message)), ...(Object.keys(more).length > 0 ? [inPlain(more)] : [])].join(' ');
}

const isJson = ({ headers }: { headers: Readonly<Record<string, unknown>> }): boolean =>
  String(headers['content-type']).includes('json');

const part = (name: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`${name}:`, ...lines.map((line) => `  ${line}`)];

/** The same line several times in a row is written once, with its number. */
function counted(lines: readonly string[]): string[] {
  const runs: [string, number][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.[0] === line) last[1] += 1;
    else runs.push([line, 1]);
  }
  return runs.map(([line, times]) => (times === 1 ? line : `${line} (× ${times})`));
}

/** Its verb and its table. */
function nameOf(layout: string): string {
  const [verb = ''] = layout.split(/\s/, 1);
  const [, table = ''] = /\b(?:from|into|update|delete from)\s+([a-z_.]+)/.exec(layout) ?? [];
  return `${verb} ${table}`.trim();
}

function oneLine(value: unknown): string {
  const shown = value instanceof Date ? value.toISOString() : value;
  const text = inPlain(typeof shown === 'string' ? `'${shown}'` : shown, { isOneLine: true });
  return text.replace(/\s*\n\s*/g, ' ').replace(/(, '')+ \]/, ' ]');
}
