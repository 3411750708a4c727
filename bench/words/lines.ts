import { atLeast, atMost, type Report, rounded, type Verdict } from '../support/report.ts';

/** One measured value, with its verdict if it has a target. */
export type Line = { what: string; value: number; verdict?: Verdict };

export function line(what: string, value: number): Line {
  return { what, value };
}

export function atMostLine(what: string, value: number, target: number): Line {
  return { what, value, verdict: atMost(what, value, target) };
}

export function atLeastLine(what: string, value: number, target: number): Line {
  return { what, value, verdict: atLeast(what, value, target) };
}

/** A share in percent; NaN if the whole is 0, which reaches no target. */
export function percentOf(part: number, whole: number): number {
  return (100 * part) / whole;
}

/** The table of all lines: each with its part, its target, and whether it is met. */
export function reportOf(
  setting: Report['setting'],
  parts: readonly { part: string; lines: readonly Line[] }[],
): Report {
  const all = parts.flatMap(({ part, lines }) => lines.map((each) => ({ part, ...each })));
  return {
    name: 'words',
    setting,
    columns: ['part', 'what', 'target', 'measured', 'met'],
    rows: all.map(({ part, what, value, verdict }) => [
      part,
      what,
      verdict?.target ?? '',
      rounded(value),
      verdict ? metIn(verdict) : '',
    ]),
    verdicts: all.flatMap(({ part, verdict }) =>
      verdict ? [{ ...verdict, what: `${part}, ${verdict.what}` }] : [],
    ),
  };
}

function metIn({ holds }: Verdict): string {
  return holds ? 'yes' : 'no';
}
