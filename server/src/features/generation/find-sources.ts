import type { PostSource } from '@drumbeat/contract/facts.ts';
import type { Db } from '../../platform/database.ts';
import { listSources } from '../facts/facts.queries.ts';
import { findVoice } from '../voice/voice.queries.ts';
import { linksFor } from './gate/links.rules.ts';
import type { GenerationJob } from './generation.types.ts';

/** What supports each draft of a job that is completed, in their order; nothing while it is not. */
export async function findSources(
  db: Db,
  job: Pick<GenerationJob, 'status' | 'accountId' | 'drafts'>,
): Promise<PostSource[][]> {
  if (job.status !== 'completed') return [];
  const sources = await listSources(db, job.accountId);
  const language = (await findVoice(db, job.accountId))?.language ?? 'en';
  return job.drafts.map((draft) => linksFor(draft, sources, language));
}
