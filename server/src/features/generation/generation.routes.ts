import { getAccountUsage } from '@drumbeat/contract/accounts/accounts.ts';
import * as staffCalls from '@drumbeat/contract/generation/generation.admin.ts';
import * as calls from '@drumbeat/contract/generation/generation.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import { findNearness } from '../voice/voice.queries.ts';
import { getGenerationUsage } from './allowance/get-generation-usage.ts';
import { grantGeneration, resetGenerationCount } from './allowance/grant-generation.ts';
import { checkEligibility } from './allowance/read-situation.ts';
import { updateSchedulingCycle } from './allowance/update-scheduling-cycle.ts';
import { generationView } from './generation.view.ts';
import { requireOwnJob } from './jobs/find-jobs.ts';
import { startGeneration } from './jobs/start-generation.ts';
import { findSources } from './prompt/find-standard.ts';
import type { RewriteDeps } from './rewrite/rewrite-post.ts';

export function registerGenerationRoutes(app: FastifyInstance, deps: RewriteDeps): void {
  route(app, calls.generatePosts, async ({ actor, body }) => {
    const job = await startGeneration(deps, actor, body);
    return { jobId: job.id, status: job.status };
  });

  route(app, calls.getGenerationStatus, async ({ actor, params }) => {
    const job = await requireOwnJob(deps.db, params.jobId, actor);
    // There are no posts to compare until it is completed, and the page polls every second.
    const isDone = job.status === 'completed';
    const nearnessOf = isDone ? await findNearness(deps.db, job.accountId) : () => null;
    return generationView(job, { nearnessOf, sources: await findSources(deps.db, job) });
  });

  route(app, calls.checkEligibility, ({ actor, body }) => checkEligibility(deps, actor, body));

  route(app, calls.updateSchedulingCycle, async ({ actor, body }) => {
    const at = await updateSchedulingCycle(deps, actor, body);
    return { lastSchedulingCycle: at.toISOString() };
  });

  route(app, calls.rewritePost, async ({ actor, body, log }) => {
    const { REWRITE_DEADLINE_MS, rewritePost } = await import('./rewrite/rewrite-post.ts');
    return rewritePost(deps, actor, body, { signal: AbortSignal.timeout(REWRITE_DEADLINE_MS), log });
  });

  // Here, because generation counts an account's quota.
  route(app, getAccountUsage, ({ actor, params }) => getGenerationUsage(deps, actor, params.id));
}

export function registerGenerationAdminRoutes(app: FastifyInstance, deps: UsersDeps): void {
  route(app, staffCalls.grantGenerate, async ({ actor, params, body }) => {
    const changeId = await grantGeneration(deps, actor, { userId: params.id, reason: body?.reason });
    return { message: 'A new calendar can be made now.', change_id: String(changeId) };
  });

  route(app, staffCalls.resetPostGeneration, async ({ actor, params, query, body }) => {
    const input = { userId: params.id, accountId: query.twitter_account_id, reason: body?.reason };
    const changeId = await resetGenerationCount(deps, actor, input);
    return { message: "This cycle's generation count was reset to 0.", change_id: String(changeId) };
  });
}
