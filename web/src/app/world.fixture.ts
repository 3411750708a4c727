/**
 * What a server knows of a full life: one or two of everything, each value unlike the others, seen at a fixed
 * moment. Screens over it are written out in docs/screens.
 */
import { buildAccount } from '../features/accounts/build-account.fixture.ts';
import { buildPost } from '../features/posts/build-post.fixture.ts';
import { listed } from '../features/posts/past-posts.fixture.ts';
import { buildVoice } from '../features/voice/build-voice.fixture.ts';
import { buildPrice, buildProduct } from '../testing/build-price.fixture.ts';
import { buildInvoice, buildSubscription } from '../testing/build-subscription.fixture.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import type { Answers } from '../testing/fake-server.ts';

/** A Friday. */
export const NOW = '2026-11-20T10:00:00.000Z';

/** So many hours from then. */
export const inHours = (hours: number): string => new Date(Date.parse(NOW) + hours * 3_600_000).toISOString();
export const inDays = (days: number): string => inHours(days * 24);

/** In a zone 15 minutes from the tests' device. */
export const customerUser = () =>
  buildUser({
    id: '7',
    email: 'ada@example.com',
    timeZone: 'Asia/Kolkata',
    subscriptionExpiryDate: inDays(20),
    nicheUpdateRemaining: 2,
    nicheUpdatePeriodEnd: inDays(11),
  });
export const staffUser = () =>
  buildUser({ ...customerUser(), id: '8', roles: ['admin'], twoFactorEnabled: true });

const account = buildAccount({
  profile_image_url: null,
  niche_update_count: 1,
  niche_update_period_end: inDays(9),
});
const second = buildAccount({
  id: '9',
  twitter_user_id: '900',
  username: 'brew',
  niche: 'Coffee',
  selected: false,
  needs_reconnect: true,
});

const local = (at: string) => new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString().slice(0, 19);
const postAt = (id: string, at: string, over: Parameters<typeof buildPost>[0] = {}) =>
  buildPost({ id, content: `Post number ${id}.`, scheduledTime: at, scheduledTimeLocal: local(at), ...over });
/** One in each state. */
const posts = [
  postAt('11', inHours(-30), {
    status: 'Posted',
    postedAt: inHours(-29.9),
    tweetId: '555',
    tweetUrl: 'https://x.com/ada/status/555',
  }),
  postAt('12', inHours(-5), {
    status: 'Failed',
    retryCount: 2,
    errorCode: 'X_REFUSED',
    errorMessage: 'X did not take it.',
  }),
  postAt('13', inHours(-0.01), { status: 'Processing' }),
  postAt('14', inHours(3)),
  postAt('15', inHours(20), { isPaused: true, content: 'With a link: https://shop.example/tea' }),
  postAt('16', inDays(2), { movedFrom: inDays(1.5) }),
  postAt('17', inDays(9), { holdReason: 'disconnected' }),
];

/** What a customer reads. */
export function ownWorld(): Answers {
  return {
    'GET /api/user': customerUser(),
    'GET /api/twitter/accounts': { accounts: [account, second] },
    'GET /api/posts': { posts: posts.map(listed) },
    'GET /api/links': {
      limit: 4,
      cycles: [
        { start: inDays(-10), end: inDays(20), used: 1 },
        { start: inDays(20), end: inDays(50), used: 2 },
      ],
    },
    'GET /api/test-tweet': { at: NOW, text: 'A test at 15:30' },
    'GET /api/subscription': buildSubscription({
      nextCharge: { at: inDays(20), amount: 1500, currency: 'usd' },
      returns: [],
    }),
    'GET /api/subscription/payment-method': { hasPaymentMethod: true },
    'GET /api/billing/history': {
      invoices: [
        buildInvoice(),
        buildInvoice({
          id: 'in_0',
          date: '2026-09-28T09:00:00.000Z',
          amount: 700,
          status: 'open',
          description: 'Standard',
        }),
      ],
      hasMore: true,
    },
    'GET /api/products': {
      products: [
        buildProduct(),
        {
          id: 'prod_pro',
          name: 'Pro',
          description: 'For three accounts.',
          metadata: { tier: 'pro' },
          prices: [
            buildPrice({ id: 'price_pro_monthly', unit_amount: 1500 }),
            buildPrice({ id: 'price_pro_yearly', unit_amount: 15_000, interval: 'year' }),
          ],
        },
      ],
    },
    'GET /api/public/flags': {
      flags: {
        cardano_enabled: true,
        cardano_pricing: { currency: 'ADA', priceUsd: 7.5 },
        plans_enabled: true,
      },
    },
    'GET /api/posts/feed': { isOn: true, since: inDays(-8) },
    'GET /api/auth/sessions': {
      sessions: [
        {
          id: 's-1',
          createdAt: inDays(-6),
          lastSeenAt: NOW,
          device: 'Firefox on Linux',
          ip: '203.0.113.9',
          current: true,
        },
        { id: 's-2', createdAt: inDays(-7), lastSeenAt: inDays(-2), device: null, ip: null, current: false },
      ],
    },
    'GET /api/facts': {
      facts: [
        { id: '1', kind: 'price', text: 'Pro costs $19', createdAt: inDays(-5), updatedAt: inDays(-4) },
        { id: '2', kind: 'opinion', text: 'Tea is better', createdAt: inDays(-3), updatedAt: inDays(-2) },
      ],
      feeds: [
        {
          id: '7',
          url: 'https://shop.example/feed',
          title: 'Shop',
          readAt: inHours(-2),
          problem: null,
          entries: [
            { id: 'e1', title: 'New teas', url: 'https://shop.example/teas', publishedAt: inDays(-1) },
          ],
        },
        {
          id: '8',
          url: 'https://slow.example/',
          title: 'Slow',
          readAt: inHours(-9),
          problem: 'too_slow',
          entries: [],
        },
      ],
      feedHosts: ['shop.example', 'slow.example'],
    },
    'GET /api/voice': buildVoice({
      settings: {
        language: 'de',
        tone: 'Dry',
        topics: ['Tea'],
        avoidedTopics: ['Politics'],
        bannedWords: ['synergy'],
        signOff: 'Ada',
        samples: ['Small steps win.'],
      },
      profile: {
        source: 'archive',
        posts: 240,
        madeAt: inDays(-12),
        points: [
          { point: 'length', text: 'About 120 characters.', isOn: true, isEdited: false },
          { point: 'emoji', text: 'No emoji.', isOn: false, isEdited: true },
        ],
        length: { low: 60, middle: 120, high: 210 },
        sentenceWords: 9,
        traits: [
          { point: 'emoji', share: 0.04 },
          { point: 'question', share: 0.31 },
        ],
        functionWords: [{ word: 'the', perThousand: 52 }],
        trigrams: ['ing'],
      },
      proposals: [{ lesson: 'no_emoji', text: 'Use no emoji.', times: 3 }],
      rules: [{ lesson: 'shorter', text: 'Be shorter.' }],
    }),
    'GET /api/news/summarized': {
      news: [{ title: 'Tea prices fall', summary: 'By a tenth.', publishedAt: inHours(-6) }],
      fresh: false,
      fromCache: true,
      message: 'From the cache',
      dailyLimitReached: false,
    },
    'GET /api/niches/popular': {
      results: [
        { id: '1', name: 'Gaming', parent_id: null },
        { id: '2', name: 'Coffee', parent_id: null },
      ],
    },
  };
}
