import { formOf } from '../../server/src/features/generation/gate/checks/forms.rules.ts';
import { buildWriter, start, statusOf } from '../../server/src/features/generation/generation.fixture.ts';
import type { TestApp } from '../../server/test/build-app.ts';
import { alikePairsOf } from './alike-pairs.ts';
import { WRITERS, type WriterName } from './drafts.ts';
import { atLeastLine, atMostLine, type Line, line, percentOf } from './lines.ts';
import { type Product, type Step, startProduct } from './product.ts';

const NICHE = 'Gardening';
/** Concurrent steps, each of another calendar. */
const SIDE_BY_SIDE = 6;
const ROUNDS = 3;
const LEAST_FILLED = 95;
const MOST_ASKED = 1.5;
/** The maximum percentage of an account's posts with the same opening, and with the same form. */
const MOST_REPEATED = 10;
const MOST_OF_ONE_FORM = 30;

/** What an installation produced: each account's finished calendar, every answer, and the model's cost. */
type Written = { calendars: string[][]; steps: Step[]; micros: number };

/**
 * Has the product write a month of daily posts for accounts of one niche, through its API, queue, prompts,
 * gate and index. The good writer serves all accounts, each other writer a few, each on a separate
 * installation.
 */
export async function measureInstallation(
  { writers = WRITERS, accounts, few }: { writers?: readonly WriterName[]; accounts: number; few: number },
  tell: (text: string) => void,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const writer of writers) {
    const count = writer === 'good' ? accounts : few;
    const written = await writeCalendars(writer, count);
    lines.push(...(writer === 'good' ? linesOfGood(written, count) : linesOf(writer, written, count)));
    tell(`${writer}: ${written.calendars.length} of ${count} calendars`);
  }
  return lines;
}

async function writeCalendars(writer: WriterName, accounts: number): Promise<Written> {
  const product = await startProduct(writer);
  try {
    const people = [];
    for (let number = 0; number < accounts; number += 1) people.push(await askForCalendar(product.app));
    // A calendar has only one step in the queue at a time, so several workers take steps in parallel.
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => product.app.platform.jobs.drain()));
    return await read(product, people);
  } finally {
    await product.stop();
  }
}

type Asked = { token: string; jobId: string };

async function askForCalendar(app: TestApp): Promise<Asked> {
  const { token } = await buildPerson(app);
  const { status, body } = await start(app, { token }, { skipWeekends: false, postsPerDay: 1 });
  if (status !== 200) throw new Error(`No calendar was begun: ${status} ${JSON.stringify(body)}`);
  return { token, jobId: body.jobId };
}

function buildPerson(app: TestApp): Promise<{ token: string }> {
  return buildWriter(app, { niche: NICHE, metadata: { tier: 'pro', posts_per_day: '1' } });
}

/** Throws if a calendar did not finish, or if the ledger's number of answers differs from the calendars'. */
async function read({ app, steps, costs }: Product, people: readonly Asked[]): Promise<Written> {
  const calendars: string[][] = [];
  for (const { token, jobId } of people) {
    const { status, result } = await statusOf(app, { token }, jobId);
    if (status !== 'completed' && status !== 'failed') throw new Error(`A calendar is still ${status}`);
    if (result) calendars.push(result.posts.map(({ content }) => content));
  }
  const { calls, micros } = await costs();
  const taken = await steps();
  if (calls !== taken.length) throw new Error(`${taken.length} answers were taken, ${calls} were charged`);
  return { calendars, steps: taken, micros };
}

function linesOfGood(written: Written, accounts: number): Line[] {
  const { calendars, steps } = written;
  const texts = calendars.flat();
  const within = figuresOf(steps.filter(({ round }) => round <= ROUNDS));
  const all = figuresOf(steps);
  const say = (what: string) => `good, ${accounts} accounts: ${what}`;
  return [
    line(say('slots'), all.slots),
    atLeastLine(
      say(`% of slots filled within ${ROUNDS} rounds`),
      percentOf(within.accepted, all.slots),
      LEAST_FILLED,
    ),
    line(say('% of slots filled'), percentOf(texts.length, all.slots)),
    atMostLine(say('drafts asked for per accepted post'), all.asked / all.accepted, MOST_ASKED),
    line(say('cents per 1,000 accepted posts'), centsOf(written)),
    atMostLine(say('alike pairs of all posts'), alikePairsOf(texts).length, 0),
    atMostLine(
      say("most % of an account's posts that open like another"),
      Math.max(...calendars.map(shareRepeated)),
      MOST_REPEATED,
    ),
    atMostLine(
      say("most % of an account's posts of one form"),
      Math.max(...calendars.map(shareOfOneForm)),
      MOST_OF_ONE_FORM,
    ),
  ];
}

/** The figures for a few accounts of another writer. A failed calendar has no posts. */
function linesOf(writer: WriterName, written: Written, accounts: number): Line[] {
  const { slots, asked, accepted } = figuresOf(written.steps);
  const say = (what: string) => `${writer}, ${accounts} accounts: ${what}`;
  return [
    line(say('calendars completed'), written.calendars.length),
    line(say('% of slots filled'), percentOf(written.calendars.flat().length, slots)),
    line(say('drafts asked for per accepted post'), accepted === 0 ? Number.NaN : asked / accepted),
    line(say('cents per 1,000 accepted posts'), centsOf(written)),
    atMostLine(say('alike pairs of all posts'), alikePairsOf(written.calendars.flat()).length, 0),
  ];
}

/** Cents that the model cost per 1,000 accepted drafts, including those of failed calendars. */
function centsOf({ steps, micros }: Written): number {
  const { accepted } = figuresOf(steps);
  return accepted === 0 ? Number.NaN : micros / 10 / accepted;
}

function figuresOf(steps: readonly Step[]): { slots: number; asked: number; accepted: number } {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    slots: sum([...new Map(steps.map(({ jobId, slots }) => [jobId, slots])).values()]),
    asked: sum(steps.map((step) => step.asked)),
    accepted: sum(steps.map(({ before, after }) => after - before)),
  };
}

/** The percentage of posts whose first three words an earlier post has. */
function shareRepeated(posts: readonly string[]): number {
  const openings = posts.map((text) =>
    (text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []).slice(0, 3).join(' '),
  );
  return percentOf(openings.length - new Set(openings).size, posts.length);
}

/** The percentage of posts that have the most common form. */
function shareOfOneForm(posts: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const form of posts.map(formOf)) if (form) counts.set(form, (counts.get(form) ?? 0) + 1);
  return percentOf(Math.max(0, ...counts.values()), posts.length);
}
