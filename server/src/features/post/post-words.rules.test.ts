import { holdReason, postStatus } from '@drumbeat/contract/posts/posts.ts';
import { expect, test } from 'vitest';
import {
  shownHolds,
  shownStatuses,
  storedHolds,
  storedStatuses,
  wireHold,
  wireStatus,
} from './post-words.rules.ts';

test('a status has its word in the contract, and each word one status', () => {
  expect(shownStatuses.map(wireStatus)).toEqual(['Pending', 'Posted', 'Failed', 'Processing']);
  expect(new Set(shownStatuses.map(wireStatus))).toEqual(new Set(postStatus.options));
});

test('that a post is in hand is the one status that its row does not keep', () => {
  expect(shownStatuses).toEqual([...storedStatuses, 'processing']);
});

test('a person’s pause over all accounts looks like that of one; every other hold has a word of its own', () => {
  expect(storedHolds.map(wireHold)).toEqual([
    'disconnected',
    'subscription',
    'paused',
    'paused',
    'rate_limited',
    'unanswered',
    'restored',
  ]);
  expect(new Set(storedHolds.map(wireHold))).toEqual(new Set(holdReason.options));
});

test('a post that is paused by itself names no hold of its account', () => {
  expect(shownHolds).toEqual([...storedHolds, 'paused_one']);
  expect(wireHold('paused_one')).toBeNull();
});
