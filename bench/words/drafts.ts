import { refusalOf } from '../../server/src/features/generation/gate/gate.rules.ts';
import type { Lexicon } from '../../server/src/features/generation/gate/gate.types.ts';
import { readLexicon } from '../../server/src/features/generation/gate/lists/read-lexicon.ts';
import { tidyDraft } from '../../server/src/features/generation/jobs/drafts.rules.ts';
import { createOpenAiCompatibleModel } from '../../server/src/providers/llm/openai-compatible.ts';
import { startSandbox } from '../support/sandbox.ts';
import { createAccount, DRAFTS_OF_ACCOUNT } from './accounts.ts';
import { hasLink, isTooLong, unsupportedFigures, unsupportedShares } from './checks.ts';
import { atLeastLine, atMostLine, type Line, line, percentOf } from './lines.ts';

/** Every writer of the sandbox's model. Texts of those with `-held` are never printed. */
export const WRITERS = [
  'plain',
  'good',
  'sloppy',
  'sloppy-held',
  'inventing',
  'inventing-held',
  'hostile',
  'hostile-held',
  'repeating',
  'repeating-held',
] as const;
export type WriterName = (typeof WRITERS)[number];

const BATCH = 20;
/** The minimum percentage of a sloppy model's drafts that must be refused. */
const LEAST_SLOPPY = 95;
/** Reported examples of each kind of miss. */
const TOLD = 5;

type Passed = { text: string; sources: string[] };
type Written = { drafts: number; refusedAlone: number; refusedBeside: number; passed: Passed[] };

/**
 * Requests drafts from each writer over HTTP, through the product's client, for accounts of many niches;
 * judges each draft by itself and with the account's others; and checks those that passed with independent
 * rules.
 */
export async function measureDrafts(
  { writers, drafts }: { writers: readonly WriterName[]; drafts: number },
  tell: (text: string) => void,
): Promise<Line[]> {
  const isKnown = readLexicon('en');
  const sandbox = await startSandbox();
  try {
    const lines: Line[] = [];
    const refused = new Map<WriterName, Written>();
    for (const writer of writers) {
      const written = await write(`http://127.0.0.1:${sandbox.port}/llm/v1`, writer, drafts, isKnown);
      refused.set(writer, written);
      lines.push(...linesOf(writer, written, tell));
      tell(`${writer}: ${written.drafts} drafts, ${written.passed.length} passed`);
    }
    return [...lines, ...linesOfMixes(refused)];
  } finally {
    await sandbox.stop();
  }
}

async function write(
  baseUrl: string,
  writer: WriterName,
  drafts: number,
  isKnown: Lexicon,
): Promise<Written> {
  const model = createOpenAiCompatibleModel({ baseUrl, apiKey: 'sandbox', model: writer });
  const { signal } = new AbortController();
  const written: Written = { drafts: 0, refusedAlone: 0, refusedBeside: 0, passed: [] };
  for (let number = 0; written.drafts < drafts; number += 1) {
    const account = createAccount(number, isKnown);
    const { niche, sources } = account.standard;
    const ends = Math.min(drafts, written.drafts + DRAFTS_OF_ACCOUNT);
    while (written.drafts < ends) {
      const count = Math.min(BATCH, ends - written.drafts);
      const prompt = `Niche: ${niche}\nWrite ${count} posts`;
      const answer = await model.writePosts({ instructions: 'You write posts for X.', prompt }, signal);
      if (!answer.ok) throw new Error(`${writer} wrote nothing: ${answer.detail}`);
      const { accepted, refused } = account.judge(answer.posts);
      written.drafts += answer.posts.length;
      written.refusedAlone += answer.posts.filter((draft) =>
        refusalOf(tidyDraft(draft), account.standard, isKnown),
      ).length;
      written.refusedBeside += refused.length;
      written.passed.push(
        ...accepted.map((text) => ({ text, sources: sources.map((source) => source.text) })),
      );
    }
  }
  return written;
}

function linesOf(writer: WriterName, written: Written, tell: (text: string) => void): Line[] {
  const { drafts, refusedAlone, refusedBeside, passed } = written;
  const texts = passed.map(({ text }) => text);
  const faults = {
    'over 280': texts.filter(isTooLong),
    'with a link': texts.filter(hasLink),
    'with a figure that no source has': passed
      .filter(({ text, sources }) => unsupportedFigures(text, sources).length > 0)
      .map(({ text }) => text),
    'with a share that no source has': passed
      .filter(({ text, sources }) => unsupportedShares(text, sources).length > 0)
      .map(({ text }) => text),
  };
  const isTold = !writer.endsWith('-held');
  for (const [fault, found] of Object.entries(faults))
    for (const text of isTold ? [...new Set(found)].slice(0, TOLD) : [])
      tell(`${writer}, passed ${fault}: ${text}`);
  return [
    line(`${writer}: drafts`, drafts),
    lineOfRefusals(writer, percentOf(refusedAlone, drafts)),
    line(`${writer}: % refused beside the account's others`, percentOf(refusedBeside, drafts)),
    line(`${writer}: passed`, passed.length),
    ...Object.entries(faults).map(([fault, found]) =>
      atMostLine(`${writer}: passed ${fault}`, found.length, 0),
    ),
  ];
}

/** Refusals of each draft by itself, so that repetition does not inflate the result. */
function lineOfRefusals(writer: string, percent: number): Line {
  const what = `${writer}: % refused by itself`;
  return writer.startsWith('sloppy') ? atLeastLine(what, percent, LEAST_SLOPPY) : line(what, percent);
}

/** Each bad writer combined with its held-out lines. */
function linesOfMixes(written: ReadonlyMap<WriterName, Written>): Line[] {
  return ['sloppy', 'inventing', 'hostile', 'repeating'].flatMap((name) => {
    const [seen, held] = [written.get(name as WriterName), written.get(`${name}-held` as WriterName)];
    if (!seen || !held) return [];
    const refused = percentOf(seen.refusedAlone + held.refusedAlone, seen.drafts + held.drafts);
    return [lineOfRefusals(`${name} and ${name}-held`, refused)];
  });
}
