import { IMPORT_COLUMNS } from '@drumbeat/contract/posts/own-posts.ts';
import { IMPORT_MAX_ROWS } from '@drumbeat/contract/posts/posts.rules.ts';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { Temporal } from 'temporal-polyfill';
import { type Fault, isSkipped, plainTime, type Slot, skipped, wallClock } from '../../post/post.rules.ts';

/** A post as a row of an export. Times as ISO 8601 in UTC. */
export type ExportRow = {
  id: string;
  account: string;
  scheduledTime: string;
  status: string;
  content: string;
  tweetUrl: string | null;
  error: string | null;
};

/** What spreadsheets treat as a formula, even behind apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Escapes a text that a spreadsheet might run as a formula with a leading apostrophe. */
function asText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Removes that apostrophe. */
function fromText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Posts as CSV for spreadsheets and `readCsv`: UTF-8 with a byte order mark, quoted, CRLF line ends. */
export function csvOf(rows: readonly ExportRow[], timeZone: string): string {
  const cells = rows.map((row) => [
    row.id,
    asText(row.account),
    wallClock(new Date(row.scheduledTime), timeZone).replace('T', ' ').replace(/:00$/, ''),
    row.scheduledTime,
    row.status,
    asText(row.content),
    row.tweetUrl ?? '',
    asText(row.error ?? ''),
  ]);
  const columns = ['id', 'account', 'time', 'time_utc', 'status', 'content', 'tweet_url', 'error'];
  return stringify([columns, ...cells], {
    bom: true,
    quoted: true,
    quoted_empty: true,
    record_delimiter: '\r\n',
  });
}

/** A row of an import as written. `row` counts like a spreadsheet: the heading is row 1. */
export type ImportRow = { row: number; time: string; utc: string; content: string };
type Import = { rows: ImportRow[]; fault?: never } | { rows?: never; fault: string };

/** What no file of posts has, measured before it is parsed: its parser takes time for each separator. */
const LONGEST_HEADING = 2_000;
const MOST_SEPARATORS = 100_000;
/** Characters of a whole row. */
const LONGEST_ROW = 20_000;

/**
 * Reads a CSV of posts, or explains what is wrong with it. Accepts commas, semicolons or tabs as separators
 * and any line ends; skips empty rows.
 */
export function readCsv(text: string): Import {
  const csv = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '');
  const heading = csv.slice(0, LONGEST_HEADING + 1).split(/[\r\n]/)[0] ?? '';
  if (heading.length > LONGEST_HEADING) return { fault: 'The first row of this file is too long.' };
  try {
    const separator = separatorOf(heading);
    if (csv.split(separator, MOST_SEPARATORS + 1).length > MOST_SEPARATORS)
      return { fault: 'This file has too many columns.' };
    return rowsOf(recordsOf(csv, separator, IMPORT_MAX_ROWS * 2));
  } catch (error) {
    const { code, lines: line } = error as { code?: unknown; lines?: unknown };
    if (code === 'CSV_MAX_RECORD_SIZE') return { fault: 'A row of this file is too long.' };
    const where = typeof line === 'number' ? ` in line ${line}` : '';
    return { fault: `This file cannot be read as CSV: a quotation mark${where} is out of place.` };
  }
}

function recordsOf(csv: string, delimiter: string, to: number): string[][] {
  return parse(csv, {
    delimiter,
    to,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: LONGEST_ROW,
  });
}

/** The separator with which the heading matches the most of our columns; a comma by default. */
function separatorOf(heading: string): string {
  const found = (separator: string): number => {
    const names = headingOf(recordsOf(heading, separator, 1));
    return IMPORT_COLUMNS.filter((column) => names.includes(column)).length;
  };
  return [',', ';', '\t'].reduce((best, separator) => (found(separator) > found(best) ? separator : best));
}

function headingOf(records: readonly string[][]): string[] {
  return (records[0] ?? []).map((name) => name.trim().toLowerCase());
}

function rowsOf(records: readonly string[][]): Import {
  const heading = headingOf(records);
  const missing = IMPORT_COLUMNS.filter((column) => !heading.includes(column));
  if (missing.length > 0) {
    const names = missing.map((column) => `“${column}”`).join(' and ');
    const columns = missing.length === 1 ? 'column' : 'columns';
    return {
      fault: `This file is missing the ${columns} ${names}. Its first row must contain the headings time and content.`,
    };
  }
  const cell = (record: readonly string[], column: string) => record[heading.indexOf(column)] ?? '';
  const rows = records.flatMap((record, index) => {
    const isEmpty = record.every((value) => value.trim() === '');
    if (index === 0 || isEmpty) return [];
    return [
      {
        row: index + 1,
        time: cell(record, 'time').trim(),
        utc: cell(record, 'time_utc').trim(),
        content: fromText(cell(record, 'content').trim()),
      },
    ];
  });
  if (rows.length === 0) return { fault: 'This file has no posts below its first row.' };
  if (rows.length <= IMPORT_MAX_ROWS) return { rows };
  return {
    fault: `A file can contain at most ${IMPORT_MAX_ROWS.toLocaleString('en')} posts; this one has more.`,
  };
}

/**
 * The time of a row in the person's zone, or what is wrong with it. If the wall clock occurs twice (end of
 * DST), the earlier one, unless `utc` says otherwise.
 */
export function timeOf({ time, utc }: Pick<ImportRow, 'time' | 'utc'>, timeZone: string): Slot | Fault {
  const wall = plainTime(time.replace(/^([\d-]{10}[T ])(\d:)/, '$10$2'));
  if (!wall) return { code: 'VALIDATION_FAILED', message: 'Write the time like 2026-11-21 09:00.' };
  if (isSkipped(wall, timeZone)) return skipped(wall, timeZone);
  const exact = new Date(utc);
  const fits = utc !== '' && !Number.isNaN(exact.getTime()) && sameClock(wallClock(exact, timeZone), wall);
  const at = fits ? exact : new Date(wall.toZonedDateTime(timeZone).epochMilliseconds);
  return { at, local: wallClock(at, timeZone) };
}

function sameClock(local: string, wall: Temporal.PlainDateTime): boolean {
  return Temporal.PlainDateTime.from(local).equals(
    wall.round({ smallestUnit: 'second', roundingMode: 'floor' }),
  );
}
