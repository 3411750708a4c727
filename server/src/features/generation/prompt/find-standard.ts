import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import { voiceLanguages } from '@drumbeat/contract/voice/voice.rules.ts';
import type { Db } from '../../../platform/database/database.ts';
import { listSources } from '../../facts/facts.queries.ts';
import type { PromptValues } from '../../prompts/render-prompts.ts';
import { type DescribedVoice, describeVoice } from '../../voice/describe.rules.ts';
import { findVoice } from '../../voice/voice.queries.ts';
import type { Voice } from '../../voice/voice.types.ts';
import type { Standard } from '../gate/gate.types.ts';
import { linksFor } from '../gate/sources/sources.rules.ts';
import type { GenerationJob } from '../generation.types.ts';

/** How many facts, news and samples the model sees per call; the gate uses all of them. */
const SHOWN = { facts: 30, news: 10, samples: 6 } as const;

/** The standard for an account's drafts, and what the prompt says about the account. */
type AccountStandard = {
  /** Undefined if no voice is set. */
  voice: (Voice & DescribedVoice) | undefined;
  standard: Standard;
  told: Pick<PromptValues, 'niche' | 'language' | 'tone' | 'voice' | 'samples' | 'facts' | 'news'>;
};

/**
 * The standard for an account's texts: its voice and its facts. `turn` rotates the facts from call to call,
 * so that each is shown eventually if there are more than fit into one.
 */
export async function findStandard(
  db: Db,
  { accountId, niche }: { accountId: number; niche: string },
  turn = 0,
): Promise<AccountStandard> {
  const voice = await findVoice(db, accountId);
  const sources = await listSources(db, accountId);
  const textsOf = (kind: 'fact' | 'feed') =>
    sources.filter((source) => source.kind === kind).map(({ text }) => text);
  const language = voice?.language ?? 'en';
  return {
    voice,
    standard: {
      language,
      niche,
      sources,
      samples: voice?.samples ?? [],
      avoidWords: voice?.bannedWords ?? [],
      signOff: voice?.signOff ?? '',
      linksAllowed: false,
    },
    told: {
      niche,
      language: voiceLanguages[language],
      tone: voice?.tone ?? '',
      voice: voice ? describeVoice(voice) : '',
      samples: voice?.samples.slice(0, SHOWN.samples) ?? [],
      facts: turned(textsOf('fact'), turn, SHOWN.facts),
      news: textsOf('feed').slice(0, SHOWN.news),
    },
  };
}

/** At most `shown` entries of a list, starting where the previous turn ended. */
function turned<T>(list: readonly T[], turn: number, shown: number): T[] {
  const from = list.length > shown ? (turn * shown) % list.length : 0;
  return [...list.slice(from), ...list.slice(0, from)].slice(0, shown);
}

/** The sources of each draft of a completed job, in the order of the drafts; empty until it is completed. */
export async function findSources(
  db: Db,
  job: Pick<GenerationJob, 'status' | 'accountId' | 'drafts'>,
): Promise<PostSource[][]> {
  if (job.status !== 'completed') return [];
  const sources = await listSources(db, job.accountId);
  const language = (await findVoice(db, job.accountId))?.language ?? 'en';
  return job.drafts.map((draft) => linksFor(draft, sources, language));
}
