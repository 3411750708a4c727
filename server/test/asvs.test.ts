import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

const VERDICTS = ['met', 'not applicable', 'excluded'];
type Row = { id: string; verdict: string; evidence: string };

const read = async (path: string): Promise<Row[]> =>
  parse(await readFile(path, 'utf8'), { columns: true }) as Row[];
const rows = await read('docs/security/asvs.csv');
const of = (verdict: string) => rows.filter((row) => row.verdict === verdict);

test('each of the 253 requirements of ASVS 5.0, levels 1 and 2, has one verdict, and none is open', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
  expect(rows).toHaveLength(253);
  for (const { id, verdict, evidence } of rows) {
    expect(id).toMatch(/^V\d+\.\d+\.\d+$/);
    expect(VERDICTS, id).toContain(verdict);
    expect(evidence.trim(), id).not.toBe('');
  }
});

test('what is met names the tests or files that say so', () => {
  expect(of('met').length).toBeGreaterThan(150);
  for (const { id, evidence } of of('met'))
    for (const path of evidence.split(' ')) expect(existsSync(path), `${id}: ${path}`).toBe(true);
});

test('what is excluded names the row of the requirements that forbids it', async () => {
  const known = new Set((await read('docs/requirements.csv')).map(({ id }) => id));
  for (const { id, evidence } of of('excluded')) {
    const named = evidence.match(/\b(?:[A-Z0-9]+-)+\d+\b/g) ?? [];
    expect(named.length, id).toBeGreaterThan(0);
    for (const row of named) expect(known, `${id}: ${row}`).toContain(row);
  }
});
