import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { Actor } from '../../platform/actor.ts';
import { exportsOfUser } from '../../platform/rate-limits.ts';
import { exportAccounts } from '../accounts/accounts.queries.ts';
import { exportActivity } from '../audit/audit.queries.ts';
import { exportSessions } from '../auth/sessions/list-sessions.ts';
import { exportBilling } from '../billing/billing.queries.ts';
import { exportEmails } from '../emails/emails.queries.ts';
import { exportFactFeeds, exportFacts } from '../facts/facts.queries.ts';
import { exportFeedback } from '../feedback/feedback.queries.ts';
import { exportGenerations } from '../generation/generation.queries.ts';
import { exportNicheRequests } from '../niches/niches.queries.ts';
import { exportPostSources, exportPosts } from '../posts/own/export-posts.ts';
import { exportProfile } from '../user-view/get-user-view.ts';
import { exportVoices } from '../voice/voice.queries.ts';
import type { UserDataDeps } from './user-data.deps.ts';

/** Everything that we store about a person, for that person. Throws RATE_LIMIT_EXCEEDED after ten an hour. */
export async function exportUser(deps: UserDataDeps, actor: Actor): Promise<UserExport> {
  await deps.limits.consume(exportsOfUser, actor.userId);
  const { db, tweetUrl } = deps;
  const [
    user,
    accounts,
    posts,
    postSources,
    facts,
    factFeeds,
    generations,
    nicheRequests,
    feedback,
    billing,
    sessions,
    emails,
    activity,
    voices,
  ] = await Promise.all([
    exportProfile(deps, actor.userId),
    exportAccounts(db, actor.userId),
    exportPosts(db, actor.userId, tweetUrl),
    exportPostSources(db, actor.userId),
    exportFacts(db, actor.userId),
    exportFactFeeds(db, actor.userId),
    exportGenerations(db, actor.userId),
    exportNicheRequests(db, actor.userId),
    exportFeedback(db, actor.userId),
    exportBilling(deps, actor.userId),
    exportSessions(deps, actor),
    exportEmails(db, actor.userId),
    exportActivity(db, actor.userId),
    exportVoices(db, actor.userId),
  ]);
  const exportedAt = deps.clock.now().toISOString();
  return {
    exportedAt,
    user,
    accounts,
    posts,
    postSources,
    facts,
    factFeeds,
    generations,
    voices,
    nicheRequests,
    feedback,
    billing,
    sessions,
    emails,
    activity,
  };
}
