import { inTransaction } from '../../platform/database/database.ts';
import type { JobContext } from '../../platform/jobs.ts';
import type { ModelUsage } from '../../providers/llm/llm.ts';
import { recordModelCall } from '../figures/record-figures.ts';
import type { NewsDeps } from './news.deps.ts';
import { itemOf, storiesToSummarize } from './news.rules.ts';
import { selectNews, updateNews } from './news.store.ts';

/**
 * Fetches and summarises the news of a niche for the holder of the claim. Nothing is locked meanwhile. If the
 * feed fails, the old news stays; if the model fails, the feed's own texts are used.
 */
export async function refreshNews(
  deps: Pick<NewsDeps, 'db' | 'clock' | 'model' | 'source'>,
  claim: { niche: string; at: Date },
  { log, signal }: Pick<JobContext, 'log' | 'signal'>,
): Promise<void> {
  const known = await selectNews(deps.db, claim.niche);
  // This job is a repeat, or another one has claimed the niche since.
  if (!deps.source || known?.claimedAt?.getTime() !== claim.at.getTime()) return;
  const reading = await deps.source.read(claim.niche, known);
  if (!reading.ok) {
    log.warn({ niche: claim.niche, detail: reading.detail }, 'could not read a news feed');
    return;
  }
  const now = deps.clock.now();
  if (!reading.changed) return updateNews(deps.db, claim, { refreshedAt: now, claimedAt: null });

  const stories = storiesToSummarize(reading.stories, now);
  const summaries = stories.length === 0 ? [] : await summarize(deps, claim.niche, { stories, log, signal });
  await updateNews(deps.db, claim, {
    items: stories.map((story, index) => itemOf(story, summaries[index])),
    ...reading.version,
    refreshedAt: now,
    claimedAt: null,
  });
}

function recordUsage(deps: Pick<NewsDeps, 'db' | 'clock'>, usage: ModelUsage): Promise<void> {
  const at = deps.clock.now();
  const ofNobody = { userId: null, accountId: null, tier: 'news' };
  return inTransaction(deps.db, (tx) => recordModelCall(tx, { at, purpose: 'news', ...ofNobody, ...usage }));
}

type ToSummarize = Pick<JobContext, 'log' | 'signal'> & { stories: ReturnType<typeof storiesToSummarize> };

async function summarize(
  deps: Pick<NewsDeps, 'db' | 'clock' | 'model'>,
  niche: string,
  { stories, log, signal }: ToSummarize,
): Promise<string[]> {
  const answer = await deps.model.summarizeNews({ niche, stories }, signal);
  if (answer.usage) await recordUsage(deps, answer.usage);
  // With a different number of texts, nobody can tell which summary belongs to which story.
  if (answer.ok && answer.texts.length === stories.length) return answer.texts;
  const detail = answer.ok ? `${answer.texts.length} summaries of ${stories.length}` : answer.detail;
  log.warn({ niche, detail }, 'could not summarise news');
  return [];
}
