import { expect, test } from 'vitest';
import { expiredBefore, retention } from './retention.ts';

const now = new Date('2026-11-21T12:00:00Z');

test('a deleted account is erased after a day, the trace of a deleted post after 90', () => {
  expect(expiredBefore(now, 'deletedUsers')).toEqual(new Date('2026-11-20T12:00:00Z'));
  expect(expiredBefore(now, 'deletedPosts')).toEqual(new Date('2026-08-23T12:00:00Z'));
});

test('what has done its work is kept for so many days', () => {
  const days = Object.entries(retention).map(([name, kept]) => [name, kept / 86_400_000]);
  expect(Object.fromEntries(days)).toEqual({
    auditLog: 1096,
    strangersNames: 30,
    endedSessions: 30,
    endedLinks: 30,
    unfinishedSetUps: 30,
    knownNetworks: 180,
    webhookEvents: 90,
    billingMovements: 400,
    usedTrials: 730,
    billingReconciliations: 400,
    generationJobs: 90,
    costEntries: 400,
    billedReads: 2,
    credits: 400,
    feedback: 730,
    postRequests: 7,
    deletedPosts: 90,
    publishingPauses: 1,
    personChanges: 1 / 24,
    voiceLessons: 180,
    deletedUsers: 1,
  });
});
