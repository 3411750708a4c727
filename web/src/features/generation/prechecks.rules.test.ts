import { expect, test } from 'vitest';
import { buildAccount } from '../accounts/build-account.fixture.ts';
import { buildPost } from '../posts/build-post.fixture.ts';
import { generationBlock, replacedPosts, replaceQuestion, saveProblem } from './prechecks.rules.ts';

const active = { subscriptionStatus: 'active', isInTrial: false } as const;

test('GEN-29 GEN-35 X must be connected first', () => {
  const text = 'Connect your Twitter/X account first, then generate your posts.';
  expect(generationBlock(active, [])).toBe(text);
  expect(generationBlock({ ...active, subscriptionStatus: 'canceled' }, [])).toBe(text);
  expect(generationBlock(active, [buildAccount({ needs_reconnect: true })])).toBe(text);
  expect(generationBlock(active, [buildAccount({ is_active: false })])).toBe(text);
});

test('GEN-30 GEN-35 an inactive, canceled or past due subscription is refused, with what to do', () => {
  const refusal = (subscriptionStatus: 'inactive' | 'canceled' | 'past_due') =>
    generationBlock({ subscriptionStatus, isInTrial: false }, [buildAccount()]);
  expect(refusal('inactive')).toBe('Your subscription is inactive. Choose a plan to generate posts.');
  expect(refusal('canceled')).toBe('Your subscription is canceled. Choose a plan to generate posts again.');
  expect(refusal('past_due')).toBe('Your last payment failed. Update your payment method to generate posts.');
});

test('active and canceling subscriptions and trials may generate', () => {
  expect(generationBlock(active, [buildAccount()])).toBeNull();
  expect(generationBlock({ ...active, subscriptionStatus: 'canceling' }, [buildAccount()])).toBeNull();
  expect(generationBlock({ subscriptionStatus: 'inactive', isInTrial: true }, [buildAccount()])).toBeNull();
});

test('GEN-32 an account must be selected', () => {
  expect(generationBlock(active, [buildAccount({ selected: false })])).toBe(
    'Please select a Twitter/X account before scheduling.',
  );
});

test('GEN-31 a niche must be set on the selected account', () => {
  expect(generationBlock(active, [buildAccount({ niche: null })])).toBe(
    'Set a niche for @ada first, so that the posts have a subject.',
  );
});

test('GEN-02 GEN-36 pending and failed posts are replaced, but kept in trial', () => {
  const posts = (['Pending', 'Processing', 'Failed', 'Posted'] as const).map((status) =>
    buildPost({ status }),
  );
  expect(replacedPosts(posts, false).map((post) => post.status)).toEqual(['Pending', 'Failed']);
  expect(replacedPosts(posts, true)).toEqual([]);
});

test('GEN-35 the question before the deletion states the number of posts', () => {
  const pending = buildPost();
  const failed = buildPost({ status: 'Failed' });
  expect(replaceQuestion([pending, pending, failed], 'ada')).toContain(
    '2 pending posts and 1 failed post of @ada',
  );
  expect(replaceQuestion([failed, failed], 'ada')).toContain('now. 2 failed posts of @ada');
});

test('GEN-33 GEN-34 a save that stored nothing, or only part', () => {
  expect(saveProblem(14, 0)).toBe('No posts were saved to the database');
  expect(saveProblem(14, 13)).toBe('Some posts failed to save properly. Please try again.');
  expect(saveProblem(14, 14)).toBeNull();
});
