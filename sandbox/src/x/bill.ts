import { Failure } from '../http/failure.ts';
import { creditsProblems } from './problems.ts';
import { type BilledDay, type BilledKind, billedKinds, type XState } from './state.ts';
import { findLinks } from './text.ts';

/** Millionths of a dollar; the same for the developer's own account and customers' accounts. */
const prices: Record<BilledKind, number> = {
  posts: 15_000,
  postsWithLink: 200_000,
  postReads: 5_000,
  profileReads: 10_000,
};

const mostDays = 400;

/** Refuses every call when the credits are used up, alternating between X's two error formats. */
export function requireCredits(state: XState): void {
  const { creditsMicros } = state.bill;
  if (creditsMicros === null || creditsMicros > 0) return;
  state.faultsPlayed += 1;
  const body = creditsProblems[state.faultsPlayed % 2 === 0 ? 0 : 1];
  throw new Failure(402, body);
}

/** Charges for a published post, whether or not its answer arrives. */
export function billPost(state: XState, text: string, nowMs: number): void {
  const hasLink = findLinks(text.normalize('NFC')).length > 0;
  charge(state, hasLink ? 'postsWithLink' : 'posts', 1, nowMs);
}

/** Charges for reads, once per object and day. */
export function billReads(
  state: XState,
  kind: 'postReads' | 'profileReads',
  ids: readonly string[],
  nowMs: number,
): void {
  const { bill } = state;
  const day = dayOf(nowMs);
  if (bill.readOn !== day) {
    bill.readOn = day;
    bill.read = {};
  }
  const fresh = ids.filter((id) => !bill.read[`${kind} ${id}`]);
  for (const id of fresh) bill.read[`${kind} ${id}`] = true;
  if (fresh.length > 0) charge(state, kind, fresh.length, nowMs);
}

function charge(state: XState, kind: BilledKind, count: number, nowMs: number): void {
  const { bill } = state;
  const day = dayOf(nowMs);
  const counted = bill.days[day] ?? { posts: 0, postsWithLink: 0, postReads: 0, profileReads: 0 };
  bill.days[day] = counted;
  counted[kind] += count;
  if (bill.creditsMicros !== null) bill.creditsMicros -= count * prices[kind];
  const days = Object.keys(bill.days);
  if (days.length > mostDays) delete bill.days[days.sort()[0] ?? ''];
}

/** The bill by day, oldest first, and in total. */
export function billView(state: XState): {
  creditsMicros: number | null;
  totalMicros: number;
  days: (BilledDay & { day: string; micros: number })[];
} {
  const days = Object.entries(state.bill.days)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([day, counted]) => ({ day, ...counted, micros: microsOf(counted) }));
  const totalMicros = days.reduce((sum, { micros }) => sum + micros, 0);
  return { creditsMicros: state.bill.creditsMicros, totalMicros, days };
}

function microsOf(counted: BilledDay): number {
  return billedKinds.reduce((sum, kind) => sum + counted[kind] * prices[kind], 0);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
