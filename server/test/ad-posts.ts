import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './build-app.ts';
import { type Answer, call } from './factories.ts';

type Created = { createdCount: number; requestedCount: number; code: string; message: string };

/** Requests ad posts, and lets the worker write them while the call waits. */
export async function createAds(app: TestApp, token: string, body?: object): Promise<Answer<Created>> {
  let isAnswered = false;
  const answer = call<Created>(app, 'POST', '/api/admin/ad-posts/generate', {
    token,
    ...(body ? { body } : {}),
  }).finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    await app.platform.jobs.drain();
    await sleep(10);
  }
  return answer;
}
