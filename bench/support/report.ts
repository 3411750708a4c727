type Cell = string | number;

/** The result of a benchmark: rows of numbers, and whether they reach their targets. */
export type Report = {
  name: string;
  /** How it was measured: sizes, connections, what was left out. */
  setting: Record<string, Cell>;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  verdicts: readonly Verdict[];
};

/** One target: `value` compared with `target`; `holds` says whether it is reached. */
export type Verdict = { what: string; value: number; target: string; holds: boolean };

/** A benchmark: parses its own options, reports its progress, and returns a report. */
export type Bench = (args: string[], tell: (line: string) => void) => Promise<Report>;

export function atLeast(what: string, value: number, target: number): Verdict {
  return { what, value: rounded(value), target: `>= ${target}`, holds: value >= target };
}

export function atMost(what: string, value: number, target: number): Verdict {
  return { what, value: rounded(value), target: `<= ${target}`, holds: value <= target };
}

/** Two decimals below a hundred, otherwise none. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}

export function print(report: Report, json: boolean): void {
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : `${asText(report)}\n`);
}

function asText({ name, setting, columns, rows, verdicts }: Report): string {
  const cells = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  const settings = Object.entries(setting).map(([key, value]) => `${key}: ${value}`);
  const aims = verdicts.map(
    ({ what, value, target, holds }) => `${holds ? 'reached' : 'MISSED '}  ${what}: ${value} (aim ${target})`,
  );
  return [`${name}  (${settings.join(', ')})`, '', ...lines, '', ...aims].join('\n');
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that this percentage of the values does not exceed (nearest rank); NaN if there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN;
}
