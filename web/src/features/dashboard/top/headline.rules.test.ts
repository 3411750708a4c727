import { expect, test } from 'vitest';
import { buildPost } from '../../posts/build-post.fixture.ts';
import { durationText, type HeadlineInput, headlineOf } from './headline.rules.ts';

const now = Date.parse('2026-11-21T06:46:00Z');
const ada = { username: 'ada', usable: true, isActive: true, limitedUntil: null, isStopped: false };
const at = (over: Partial<HeadlineInput>) =>
  headlineOf({
    posts: [],
    account: ada,
    paused: false,
    plan: { is: 'running' },
    timeZone: 'Europe/Paris',
    now,
    ...over,
  });

test('a duration as people say it', () => {
  const minutes = (count: number) => durationText(count * 60_000);
  expect([durationText(59_999), durationText(3_600_000 + 59_999)]).toEqual(['less than a minute', '1 h']);
  expect([minutes(1), minutes(60), minutes(134)]).toEqual(['1 min', '1 h', '2 h 14 min']);
  expect([minutes(1440), minutes(1440 * 3 + 250)]).toEqual(['1 day', '3 days, 4 hours']);
});

test('the next post, how many wait and how many failed', () => {
  const posts = [
    buildPost({ scheduledTime: '2026-11-22T09:00:00.000Z' }),
    buildPost({ scheduledTime: '2026-11-21T09:00:00.000Z' }),
    buildPost({ status: 'Posted', scheduledTime: '2026-11-20T09:00:00.000Z' }),
  ];
  expect(at({ posts })).toEqual({
    tone: 'good',
    text: 'Next post in 2 h 14 min',
    about: 'next',
    scheduled: 2,
    failed: 0,
  });
  const failed = at({ posts: [...posts, buildPost({ status: 'Failed' })] });
  expect(failed).toMatchObject({ tone: 'attention', failed: 1 });
});

test('the headline says that a post is due or on its way', () => {
  expect(at({ posts: [buildPost({ scheduledTime: '2026-11-21T06:00:00.000Z' })] }).text).toBe(
    'A post is due now',
  );
  const due = buildPost({ scheduledTime: new Date(now).toISOString() });
  expect(at({ posts: [due] }).text).toBe('A post is due now');
  expect(at({ posts: [due, buildPost({ status: 'Processing' })] }).text).toBe('A post is going out now');
});

test('what blocks posting comes first: no account, a lost grant, a pause, nothing planned', () => {
  const posts = [buildPost()];
  expect(at({ posts, account: undefined }).text).toBe('No X account connected yet');
  expect(at({ posts, account: { ...ada, usable: false } }).text).toBe('Reconnect @ada');
  expect(at({ posts, paused: true }).text).toBe('Posts are paused');
  expect(at({}).text).toBe('Nothing scheduled');
});

test('where every waiting post is held, the headline gives the reason', () => {
  const held = buildPost({ holdReason: 'subscription' });
  expect(at({ posts: [held, held] })).toMatchObject({
    tone: 'attention',
    text: 'Waiting: no active subscription',
  });
  expect(at({ posts: [held, buildPost()] }).text).toBe('Next post in 2 h 14 min');
});

test('BILL-05 a failed payment comes first, in amber, whatever else holds', () => {
  const plan = { is: 'payment-failed', until: 'Sat 5 Dec' } as const;
  const text = 'Payment failed · posts go out until Sat 5 Dec';
  expect(at({ posts: [buildPost()], plan })).toMatchObject({ tone: 'attention', text, scheduled: 1 });
  expect(at({ posts: [buildPost()], paused: true, plan })).toMatchObject({ tone: 'attention', text });
  expect(at({ account: undefined, plan })).toMatchObject({ tone: 'attention', text });
  expect(at({ plan: { is: 'payment-failed', until: null } })).toMatchObject({
    tone: 'bad',
    text: 'Payment failed · posts are on hold',
  });
  expect(at({ plan: { is: 'collection-paused' } }).text).toBe('Payments are paused · posts are on hold');
  expect(at({ plan: { is: 'past-due' } }).text).toBe('Your posts are on hold');
});

test('BILL-03 a plan that has ended comes first, with its day', () => {
  expect(at({ posts: [buildPost()], plan: { is: 'ended', on: 'on Sat 14 Nov' } })).toMatchObject({
    tone: 'bad',
    text: 'Your plan ended on Sat 14 Nov · posts are on hold',
  });
  expect(at({ plan: { is: 'ended', on: null } }).text).toBe('Your plan has ended · posts are on hold');
});

test('BILL-02 a plan that ends promises no post that comes after it', () => {
  const end = Date.parse('2026-11-21T09:00:00.000Z');
  const plan = { is: 'ending', at: end, on: 'tomorrow' } as const;
  const before = buildPost({ scheduledTime: new Date(end - 1).toISOString() });
  const after = buildPost({ scheduledTime: new Date(end).toISOString() });
  expect(at({ posts: [before, after], plan }).text).toBe('Next post in 2 h 13 min');
  expect(at({ posts: [after], plan })).toMatchObject({
    tone: 'attention',
    text: 'No posts left before your plan ends tomorrow',
  });
  expect(at({ plan }).text).toBe('Nothing scheduled');
});

test('DASH-06 a limit of X names the time at which it ends, while it touches the next post', () => {
  const limited = (limitedUntil: string, posts = [buildPost({ holdReason: 'rate_limited' })]) =>
    at({ posts, account: { ...ada, limitedUntil: Date.parse(limitedUntil) } });
  expect(limited('2026-11-21T20:17:00Z')).toMatchObject({
    tone: 'attention',
    text: 'X limits this account until 21:17',
    about: 'next',
  });
  expect(limited('2026-11-21T23:30:00Z').text).toBe('X limits this account until tomorrow 00:30');
  expect(limited('2026-11-21T09:00:00.000Z').text).toBe('Next post in 2 h 14 min');
  expect(limited('2026-11-21T06:46:00Z').text).toBe('Next post in 2 h 14 min');
  expect(at({ posts: [buildPost({ holdReason: 'rate_limited' })] }).text).toBe(
    'Waiting: X limits how often this account may post',
  );
});

test('DASH-06 a stop for everybody comes before the next post, and after what the person can fix', () => {
  const stopped = (over: Partial<HeadlineInput> = {}, posts = [buildPost()]) =>
    at({ posts, account: { ...ada, isStopped: true }, ...over });
  expect(stopped()).toMatchObject({
    tone: 'attention',
    text: 'X is not accepting posts right now · yours will go out later',
    about: 'next',
  });
  expect(stopped({}, []).text).toBe('Nothing scheduled');
  expect(stopped({ paused: true }).text).toBe('Posts are paused');
  expect(at({ posts: [buildPost()], account: { ...ada, isStopped: true, usable: false } }).text).toBe(
    'Reconnect @ada',
  );
});

test('without a plan, or with the account switched off, nothing is promised', () => {
  expect(at({ posts: [buildPost()], plan: { is: 'none' } })).toMatchObject({
    tone: 'bad',
    text: 'No active plan · posts are on hold',
    about: 'plan',
  });
  expect(at({ plan: { is: 'none' } }).text).toBe('No active plan');
  expect(at({ posts: [buildPost()], account: { ...ada, isActive: false } })).toMatchObject({
    tone: 'bad',
    text: '@ada is switched off · posts are on hold',
  });
});
