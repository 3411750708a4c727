import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import { secondPress, similarOf } from './similar.rules.ts';

const own = [{ id: '1', twitterAccountId: '7', content: 'Words', scheduledTime: '2026-11-25T09:00:00.000Z' }];
const refusal = (code: 'TOO_SIMILAR' | 'POST_LOCKED', data?: Record<string, unknown>) =>
  new ApiError({ status: 409, code, message: 'This is very similar to a post of yours.', data });

describe('the question about similar posts', () => {
  test('has the sentence of the server and the posts that it names', () => {
    expect(similarOf(refusal('TOO_SIMILAR', { own, ownCount: 1, elsewhere: false }))).toEqual({
      message: 'This is very similar to a post of yours.',
      own,
    });
  });

  test('names none where the answer brings none', () => {
    expect(similarOf(refusal('TOO_SIMILAR'))?.own).toEqual([]);
    expect(similarOf(refusal('TOO_SIMILAR', { own: 'none' }))?.own).toEqual([]);
  });

  test('is asked for nothing else', () => {
    for (const error of [refusal('POST_LOCKED', { own }), new Error('TOO_SIMILAR'), null])
      expect(similarOf(error)).toBeNull();
  });
});

test('a call says that the text is meant only once that was asked', () => {
  expect([secondPress(false), secondPress(true)]).toEqual([{}, { acceptSimilar: true }]);
});
