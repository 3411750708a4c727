import { eligibilityOf } from '@drumbeat/contract/generation/generation.rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildAccount } from '../accounts/build-account.fixture.ts';
import { buildPost } from '../posts/build-post.fixture.ts';
import { people } from './people.fixture.ts';
import {
  generationBlock,
  prerequisitesOf,
  replacedPosts,
  replaceQuestion,
  saveProblem,
} from './prechecks.rules.ts';

const active = {
  emailVerifiedAt: '2026-11-01T00:00:00.000Z',
  subscriptionStatus: 'active',
  isInTrial: false,
} as const;

test('GEN-29 GEN-35 X must be connected first', () => {
  const text = 'Connect your X account first, then generate your posts.';
  expect(generationBlock(active, [])).toBe(text);
  expect(generationBlock({ ...active, subscriptionStatus: 'canceled' }, [])).toBe(text);
  expect(generationBlock(active, [buildAccount({ needs_reconnect: true })])).toBe(
    "X has revoked Drumbeat's access to @ada. Reconnect it first.",
  );
  expect(generationBlock(active, [buildAccount({ is_active: false })])).toBe(
    '@ada is switched off. Switch it on in the account menu.',
  );
});

test('GEN-30 GEN-35 an inactive, canceled or past due subscription is refused, with what to do', () => {
  const refusal = (subscriptionStatus: 'inactive' | 'canceled' | 'past_due') =>
    generationBlock({ ...active, subscriptionStatus }, [buildAccount()]);
  expect(refusal('inactive')).toBe(
    'You have no active plan. Choose one under Plans, then generate your posts.',
  );
  expect(refusal('canceled')).toBe('Your subscription is canceled. Choose a plan, then generate your posts.');
  expect(refusal('past_due')).toBe(
    'Your last payment did not go through. Update your payment method in the billing portal, then generate your posts.',
  );
});

test('GEN-32 an account must be selected', () => {
  expect(generationBlock(active, [buildAccount({ selected: false })])).toBe(
    'Please select a Twitter/X account before scheduling.',
  );
});

test('GEN-31 a niche must be set on the selected account', () => {
  expect(generationBlock(active, [buildAccount({ niche: null })])).toBe(
    'Set a niche for @ada under Settings first, then generate your posts.',
  );
});

test('GEN-29 GEN-30 GEN-31 the pre-checks say what the server would say of the same person', () => {
  fc.assert(
    fc.property(people, ({ user, accounts }) => {
      const open = {
        trialPostsLeft: null,
        scheduledThisCycle: false,
        hasFreeTime: true,
        daysUntilNextCycle: 3,
      };
      const quota = { ...open, generations: { used: 0, limit: 1 } };
      const server = eligibilityOf({ ...prerequisitesOf(user, accounts), ...quota });
      expect(generationBlock(user, accounts)).toBe(server.canSchedule ? null : server.message);
    }),
    { numRuns: 1_000 },
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
  expect(replaceQuestion([pending], 'ada')).toContain('deleted when you schedule the new posts, not before.');
});

test('GEN-33 GEN-34 a save that stored nothing, or only part', () => {
  expect(saveProblem(14, 0)).toBe('No posts were saved to the database');
  expect(saveProblem(14, 13)).toBe('Some posts failed to save properly. Please try again.');
  expect(saveProblem(14, 14)).toBeNull();
});
