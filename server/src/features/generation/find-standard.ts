import type { Db } from '../../platform/database.ts';
import { listSources } from '../facts/facts.queries.ts';
import type { DescribedVoice } from '../voice/describe.rules.ts';
import { findVoice } from '../voice/voice.queries.ts';
import type { Voice } from '../voice/voice.types.ts';
import type { Standard } from './gate/gate.types.ts';

/** What the texts of an account are judged by, and the voice that they are written in; undefined where nobody set one. */
export async function findStandard(
  db: Db,
  { accountId, niche }: { accountId: number; niche: string },
): Promise<{ standard: Standard; voice: (Voice & DescribedVoice) | undefined }> {
  const voice = await findVoice(db, accountId);
  const standard: Standard = {
    language: voice?.language ?? 'en',
    niche,
    sources: await listSources(db, accountId),
    samples: voice?.samples ?? [],
    avoidWords: voice?.bannedWords ?? [],
    linksAllowed: false,
  };
  return { standard, voice };
}
