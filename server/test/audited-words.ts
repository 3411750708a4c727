import { expect } from 'vitest';
import { createAds } from './ad-posts.ts';
import type { TestApp } from './build-app.ts';
import { type BuiltUser, call, connectX } from './factories.ts';

/** Makes each audited call about flags, prompts and email templates once, as staff. */
export async function makeWordsCalls(app: TestApp, staff: BuiltUser): Promise<void> {
  const { token } = staff;
  const saved = await call(app, 'PUT', '/api/admin/flags/plans_enabled', { token, body: { value: true } });
  expect(saved.status, 'save a flag').toBe(200);
  await connectX(app, staff);
  expect((await createAds(app, token)).status, 'create ad posts').toBe(200);
  const prompt = { content: 'Write.' };
  const prompted = await call(app, 'PUT', '/api/admin/prompts/ad_post', { token, body: prompt });
  expect(prompted.status, 'save a prompt').toBe(200);
  const german = { locale: 'de' };
  const variant = { ...prompt, ...german };
  await call(app, 'PUT', '/api/admin/prompts/ad_post', { token, body: variant });
  const withdraw = (path: string) => call(app, 'POST', `${path}/withdraw`, { token, body: german });
  expect((await withdraw('/api/admin/prompts/ad_post')).status, 'withdraw a prompt').toBe(200);
  const email = { subject: 'Hello', html: '<p>{{ link }}</p>' };
  const path = '/api/admin/email-templates/verify_email';
  expect((await call(app, 'PUT', path, { token, body: email })).status, 'save an email').toBe(200);
  await call(app, 'PUT', path, { token, body: { ...email, ...german } });
  expect((await withdraw(path)).status, 'withdraw an email').toBe(200);
  expect((await call(app, 'POST', `${path}/test-send`, { token })).status, 'send a test').toBe(200);
}
