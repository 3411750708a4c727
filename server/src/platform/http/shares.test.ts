import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, call } from '../../../test/factories.ts';
import { buildView } from '../../features/auth/views/views.fixture.ts';
import { buildWriter } from '../../features/generation/generation.fixture.ts';
import type { Limit } from '../rate-limiter.ts';
import * as limits from '../rate-limits.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

type Ask = readonly [
  limit: Limit,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
];

/** Uses up each limit for this key, makes each call, and expects every one to be refused by the limit that it names. */
async function expectRefused(asks: readonly Ask[], key: string | number, token?: string): Promise<void> {
  const { db } = app.platform;
  const answers: [string, number][] = [];
  for (const [limit, method, path, body] of asks) {
    await app.platform.limits.consume(limit, key);
    await db.execute(sql`update rate_limits set points = 1000 where key = ${`${limit.name}:${key}`}`);
    const { status } = await call(app, method, path, { ...(token ? { token } : {}), body });
    answers.push([`${method} ${path}`, status]);
    await db.execute(sql`delete from rate_limits`);
  }
  expect(answers.filter(([, status]) => status !== 429)).toEqual([]);
}

const otpauthUrl = 'otpauth://totp/x?issuer=Drumbeat&secret=ABCDEFGHIJKLMNOP';

test('a customer who has used up a share is refused each call that counts against it', async () => {
  const writer = await buildWriter(app);
  const { id } = await buildPost(app, { user: writer, accountId: writer.accountId });
  const [key, content] = [randomUUID(), 'Other words'];
  const fact = { kind: 'price', text: 'It costs 9 dollars' };
  const lists = { topics: [], avoidedTopics: [], bannedWords: [], samples: [] };
  const voice = { language: 'en', tone: 'Dry', signOff: '', ...lists };
  await app.platform.db.execute(
    sql`update subscriptions set customer_id = 'cus_1' where user_id = ${writer.id}`,
  );
  const asks: Ask[] = [
    [limits.setUps, 'POST', '/api/2fa/setup', {}],
    [limits.qrCodes, 'POST', '/api/2fa/qr-code', { otpauthUrl }],
    [limits.wrongConfirmations, 'DELETE', '/api/auth/sessions', { password: 'any' }],
    [limits.xConnections, 'POST', '/api/oauth/x/authorize'],
    [limits.xProfileReads, 'POST', '/api/twitter/profile/refresh'],
    [limits.factChanges, 'POST', '/api/facts', { kind: 'price', sheet: fact.text }],
    [limits.factChanges, 'PATCH', '/api/facts/1', fact],
    [limits.factChanges, 'DELETE', '/api/facts/1'],
    [limits.factChanges, 'DELETE', '/api/facts/feeds/1'],
    [limits.feedFetches, 'POST', '/api/facts/feeds', { url: 'https://feeds.example/' }],
    [limits.feedFetches, 'POST', '/api/facts/feeds/1/refresh'],
    [limits.newsReads, 'GET', '/api/news/summarized'],
    [limits.newsReads, 'GET', '/api/news/check-fresh'],
    [limits.nicheRequests, 'POST', '/api/niches/request', { name: 'Beekeeping at night' }],
    [limits.voiceChanges, 'PUT', '/api/voice', voice],
    [limits.voiceChanges, 'PATCH', '/api/voice/points', { point: 'length', isOn: false, text: null }],
    [limits.voiceChanges, 'DELETE', '/api/voice/profile', {}],
    [limits.voiceChanges, 'POST', '/api/voice/lessons', { lesson: 'emoji', answer: 'accept' }],
    [
      limits.voiceImports,
      'POST',
      '/api/voice/import',
      { source: 'pasted', posts: [{ text: 'One', sentAt: null }] },
    ],
    [limits.voiceComparisons, 'POST', '/api/voice/nearness', { texts: ['One'] }],
    [
      limits.feedbackMessages,
      'POST',
      '/api/feedback',
      { message: 'All is well here', category: 'other', pagePath: '/' },
    ],
    [limits.exportsOfUser, 'GET', '/api/user/export'],
    [limits.postEdits, 'POST', '/api/posts/own', { key, content }],
    [limits.postEdits, 'POST', `/api/posts/${id}/duplicate`, { key }],
    [limits.postEdits, 'PATCH', `/api/posts/${id}`, { content }],
    [limits.postEdits, 'PUT', `/api/posts/${id}`, { content }],
    [limits.postEdits, 'POST', `/api/posts/${id}/publish-now`],
    [limits.postEdits, 'POST', `/api/posts/${id}/restore`],
    [limits.postEdits, 'POST', '/api/posts/bulk/delete', { ids: [id] }],
    [limits.postEdits, 'POST', '/api/posts/bulk/restore', { ids: [id] }],
    [limits.postEdits, 'POST', '/api/posts/bulk/move', { ids: [id], days: 1 }],
    [limits.postEdits, 'POST', '/api/posts/bulk/pause', { ids: [id], paused: true }],
    [limits.postEdits, 'POST', '/api/posts/feed'],
    [limits.postImports, 'POST', '/api/posts/import', { key, csv: 'time,content', dryRun: true }],
    [limits.postExports, 'GET', '/api/posts/export'],
    [limits.streamTokens, 'POST', '/api/sse/token', { purpose: 'posts_stream' }],
    [limits.providerCalls, 'POST', '/api/create-checkout-session', { priceLookupKey: 'pro_monthly' }],
    [
      limits.providerCalls,
      'POST',
      '/api/create-checkout-session-no-trial',
      { priceLookupKey: 'pro_monthly' },
    ],
    [limits.providerCalls, 'POST', '/api/create-portal-session'],
    [limits.providerCalls, 'POST', '/api/subscription/sync'],
    [limits.providerCalls, 'POST', '/api/subscription/cancel', { reason: 'too_expensive' }],
    [limits.providerCalls, 'POST', '/api/subscription/reactivate'],
    [limits.providerCalls, 'GET', '/api/billing/history'],
    [limits.providerCalls, 'GET', '/api/billing/invoice/in_none'],
  ];
  await expectRefused(asks, writer.id, writer.token);
});

test('a member of staff who has used up a share is refused each call that counts against it', async () => {
  const admin = await buildUser(app, { roles: ['admin'] });
  const customer = await buildUser(app);
  const letter = { templateKey: 'support_message', variables: { title: 'Hello', text: 'We are here.' } };
  const price = { product_id: 'prod_x', unit_amount: 900, currency: 'usd', interval: 'month' };
  const asks: Ask[] = [
    [limits.testEmails, 'POST', '/api/admin/email-templates/verify_email/test-send'],
    [limits.staffEmails, 'POST', `/api/admin/users/${customer.id}/send-email`, letter],
    [limits.viewStarts, 'POST', `/api/admin/users/${customer.id}/view-as`, {}],
    [limits.adPosts, 'POST', '/api/admin/ad-posts/generate', {}],
    [limits.providerCalls, 'POST', '/api/admin/stripe/sync', {}],
    [limits.providerCalls, 'POST', '/api/admin/stripe/products', { name: 'Pro' }],
    [limits.providerCalls, 'PUT', '/api/admin/stripe/products/prod_x', { active: false }],
    [limits.providerCalls, 'POST', '/api/admin/stripe/prices', price],
    [limits.providerCalls, 'PUT', '/api/admin/stripe/prices/price_x', { active: false }],
  ];
  await expectRefused(asks, admin.id, admin.token);
});

test('what is read in a view counts against the member of staff who looks, and not against the customer', async () => {
  const [staff, writer] = [await buildUser(app, { roles: ['support'] }), await buildWriter(app)];
  await app.platform.db.execute(
    sql`update subscriptions set customer_id = 'cus_2' where user_id = ${writer.id}`,
  );
  const { token } = await buildView(app, staff, writer);
  const asks: Ask[] = [
    [limits.providerCalls, 'GET', '/api/billing/history'],
    [limits.newsReads, 'GET', '/api/news/summarized'],
  ];
  await expectRefused(asks, staff.id, token);
});

test('a network that has used up a share is refused each call without a session that counts against it', async () => {
  const asks: Ask[] = [
    [
      limits.signUpsByAddress,
      'POST',
      '/api/auth/signup',
      { email: 'new@people.example', password: 'Correct-horse-7', niche: 'Gaming' },
    ],
    [
      limits.missesOfNetwork,
      'POST',
      '/api/auth/signin',
      { email: 'new@people.example', password: 'Correct-horse-7' },
    ],
    [limits.resetMailsByAddress, 'POST', '/api/auth/forgot-password', { email: 'new@people.example' }],
    [limits.resetLinkChecks, 'GET', `/api/auth/verify-reset-token/${'a'.repeat(43)}`],
    [
      limits.resetsByAddress,
      'POST',
      '/api/auth/reset-password',
      { token: 'a'.repeat(43), newPassword: 'Better-staple-8' },
    ],
    [limits.nicheLookUps, 'GET', '/api/niches/search?query=art'],
    [limits.nicheLookUps, 'GET', '/api/niches/popular'],
  ];
  await expectRefused(asks, '127.0.0.1');
});
