import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import type { Db } from '../../../platform/database/database.ts';
import { listSources } from '../../facts/facts.queries.ts';
import { findVoice } from '../../voice/voice.queries.ts';
import { linksFor } from '../gate/sources/links.rules.ts';
import type { GenerationJob } from '../generation.types.ts';

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
