import { ApiError } from '../../api/errors.ts';
import { strings } from './metrics.strings.ts';

/** The message for a failed export: the answer's text, else its status; a general text without an answer. */
export function exportFault(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0 || error.status === 408) return strings.exportFailed;
  if (error.said) return error.message;
  return error.text || strings.exportFailedWith(error.status);
}

/** The current year and the four before it, latest first, in UTC. */
export function yearsUpTo(now: Date): string[] {
  return Array.from({ length: 5 }, (_, index) => String(now.getUTCFullYear() - index));
}

/** A share as whole percent; a dash if the whole is 0. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}

/** Millionths of a dollar, formatted in dollars. */
export function dollars(micros: number): string {
  const value = micros / 1_000_000;
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(value);
}

const latenessNames: Readonly<Record<string, string>> = {
  '1': 'Within 1 second',
  '10': '1 to 10 seconds',
  '60': '10 seconds to 1 minute',
  '300': '1 to 5 minutes',
  '3600': '5 minutes to 1 hour',
  more: 'More than 1 hour',
};

/** The lateness steps as text, least late first. */
export function latenessRows(
  counted: readonly { label: string; count: number }[],
): { label: string; count: number }[] {
  const order = Object.keys(latenessNames);
  return counted
    .toSorted((a, b) => order.indexOf(a.label) - order.indexOf(b.label))
    .map(({ label, count }) => ({ label: latenessNames[label] ?? label, count }));
}

/** The months from the first that has any figures; at least the last one. */
export function sinceFirst<M extends { month: string }>(months: readonly M[]): M[] {
  const first = months.findIndex(({ month: _, ...figures }) =>
    Object.values(figures).some((each) => each !== 0),
  );
  return months.slice(first === -1 ? -1 : first);
}
