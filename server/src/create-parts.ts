import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { startSealer, verifyAudit } from './features/audit/seal-audit.ts';
import type { AuthDeps } from './features/auth/auth.deps.ts';
import { authenticate } from './features/auth/sign-in/authenticate.ts';
import { resetTwoFactorOf } from './features/auth/two-factor/reset-two-factor.ts';
import { registerCreditMetrics } from './features/costs/register-credits.ts';
import { seedTemplates } from './features/emails/seed-templates.ts';
import { seedPrompts } from './features/prompts/seed-prompts.ts';
import type { Engine } from './features/publishing/engine/engine.ts';
import { markRestored } from './features/publishing/lanes/hold-account.ts';
import {
  createLanesCheck,
  getOldestOverdueSeconds,
  getPublishingState,
  isWorkerAlive,
} from './features/publishing/publishing.queries.ts';
import { grantRole, revokeRole } from './features/users/set-role.ts';
import type { Parts } from './parts.ts';
import type { EngineClock } from './platform/clock.ts';
import { buildHttp } from './platform/http/build-http.ts';
import { registerHealth } from './platform/http/health.ts';
import { registerOpenApi } from './platform/http/openapi.ts';
import { watchProxies } from './platform/http/proxies.ts';
import { registerStaticFiles } from './platform/http/static-files.ts';
import type { Queue } from './platform/jobs.ts';
import { registerMetrics } from './platform/metrics.ts';
import { platformQueues } from './platform/platform.jobs.ts';
import type { Platform } from './platform/platform.ts';
import { queues } from './platform/queues.ts';
import { largeBodies } from './platform/rate-limits.ts';

type Built = {
  config: Config;
  platform: Platform & { clock: EngineClock };
  engine: Engine;
  context: AuthDeps & Parameters<typeof registerCreditMetrics>[0];
  /** Registers the routes of all features. */
  routes(app: FastifyInstance): void;
  /** The background work of all features. */
  queues: readonly Queue<never>[];
  close(): Promise<void>;
};

/** The servers of a process, and what it starts and stops, over the features that `compose` built. */
export function createParts({
  config,
  platform,
  engine,
  context,
  routes,
  queues: work,
  close,
}: Built): Parts {
  const { db, clock, log, events, jobs, limits, metrics } = platform;
  const proxyWatch = watchProxies(config.trustProxy, log);
  const creditsWatch = registerCreditMetrics(context);
  const httpOptions: Parameters<typeof buildHttp>[0] = {
    log,
    metrics,
    authenticate: (token, isOwn) => authenticate({ db, clock }, token, isOwn),
    countLargeBody: (userId) => limits.consume(largeBodies, userId),
    imageOrigins: config.sandbox ? [`http://127.0.0.1:${config.sandbox.port}`] : [],
    https: config.publicUrl.startsWith('https:'),
    trustProxy: config.trustProxy,
    proxyWatch,
    ...config.http,
  };

  function registerProbes(app: FastifyInstance): void {
    registerHealth(app, {
      db,
      clock,
      workerAlive: () => isWorkerAlive(db, clock),
      oldestOverdueSeconds: (now) => getOldestOverdueSeconds(db, now),
      lanesState: createLanesCheck(db),
      publishingState: () => getPublishingState(db, clock.now()),
      environment: environmentOf(config),
      warnings: proxyWatch.warnings,
      staffWarnings: creditsWatch.warnings,
    });
    registerMetrics(app, metrics, { token: config.secrets.metricsToken, production: config.production });
  }

  async function registerApi(): Promise<FastifyInstance> {
    const http = await buildHttp(httpOptions);
    await registerOpenApi(http, config.apiDocs);
    registerProbes(http);
    routes(http);
    await registerStaticFiles(http, { supportEmail: config.supportEmail, notice: config.notice });
    return http;
  }
  let api: Promise<FastifyInstance> | undefined;

  const stops: (() => Promise<void>)[] = [];

  async function buildProbe(): Promise<FastifyInstance> {
    const probe = await buildHttp(httpOptions);
    registerProbes(probe);
    stops.unshift(() => probe.close());
    return probe;
  }

  let isListening = false;

  /**
   * Either role may start first: with the second call the job queue may become a worker, but never the
   * reverse.
   */
  async function startCommon(mode: 'send' | 'work'): Promise<void> {
    if (!isListening) {
      isListening = true;
      await seedTemplates(db);
      await seedPrompts(db);
      stops.push(
        () => jobs.stop(),
        () => events.stop(),
      );
      await events.start();
    }
    await jobs.start([...platformQueues(platform), ...work], mode);
  }

  return {
    buildApi: () => (api ??= registerApi()),
    buildProbe,
    platform,
    engine,
    startApi: () => startCommon('send'),
    async startWorker() {
      await startCommon('work');
      await jobs.enqueue(db, queues.refreshCatalogue, {}, { key: 'start' });
      await jobs.enqueue(db, queues.checkRestored, {}, { key: 'start' });
      await jobs.enqueue(db, queues.updatePlannedCosts, {}, { key: 'start' });
      const auditSealer = startSealer({ db, clock, log });
      engine.start();
      stops.unshift(
        () => engine.stop(),
        () => auditSealer.stop(),
      );
    },
    changeRole: (change, ...to) => (change === 'grant' ? grantRole : revokeRole)(platform, ...to),
    async resetTwoFactor(email, reason) {
      // It emails the person, so it needs the queue.
      await startCommon('send');
      return resetTwoFactorOf(context, email, reason);
    },
    verifyAudit: () => verifyAudit(db),
    markRestored: (backupFrom) => markRestored(db, backupFrom, clock.now()),
    async stop() {
      await (await api?.catch(() => undefined))?.close();
      for (const stop of stops) await stop();
      await close();
    },
  };
}

function environmentOf(config: Config): string {
  const name = config.production ? 'production' : 'development';
  return config.sandbox ? `${name}, sandbox` : name;
}
