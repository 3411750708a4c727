import type { PostSource } from '@drumbeat/contract/facts.ts';
import type { Db } from '../../platform/database.ts';
import { listSources } from '../facts/facts.queries.ts';
import { linksOf } from '../facts/facts.rules.ts';
import type { GenerationJob } from './generation.types.ts';

/** What supports each draft of a job that is completed, in their order; nothing while it is not. */
export async function findSources(
  db: Db,
  job: Pick<GenerationJob, 'status' | 'accountId' | 'drafts'>,
): Promise<PostSource[][]> {
  if (job.status !== 'completed') return [];
  const sources = await listSources(db, job.accountId);
  return job.drafts.map((draft) => linksOf(draft, sources));
}
