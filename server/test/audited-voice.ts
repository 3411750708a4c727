import { expect } from 'vitest';
import { bakerPosts, importPosts, saveVoice } from '../src/features/voice/voice.fixture.ts';
import type { TestApp } from './build-app.ts';
import { type BuiltUser, call } from './factories.ts';

/** Makes each audited call about a voice once, for the person's selected account. */
export async function makeVoiceCalls(app: TestApp, user: BuiltUser): Promise<void> {
  expect((await saveVoice(app, user, { tone: 'Dry' })).status, 'save a voice').toBe(200);
  expect((await importPosts(app, user, bakerPosts(12))).status, 'import posts').toBe(200);
  const path = '/api/voice/profile';
  const deleted = await call(app, 'DELETE', path, { token: user.token, body: {} });
  expect(deleted.status, 'delete a profile').toBe(200);
}
