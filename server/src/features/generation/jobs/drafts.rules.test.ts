import { describe, expect, it } from 'vitest';
import { isRefusal, progressOf, tidyDraft } from './drafts.rules.ts';

describe('isRefusal', () => {
  it.each(['As an AI language model, I cannot write that.', 'I cannot assist with this request.'])(
    '%s',
    (text) => {
      expect(isRefusal(text)).toBe(true);
    },
  );

  it.each([
    "I can't believe how far this team has come.",
    'Sorry to everyone who bet against Ada Lovelace.',
    "I can't help but smile at this comeback.",
  ])('is a post: %s', (text) => {
    expect(isRefusal(text)).toBe(false);
  });
});

describe('tidyDraft', () => {
  it.each([
    ['  "Quoted."  ', 'Quoted.'],
    ['"One" and "two"', '"One" and "two"'],
    ['3. Third thing', 'Third thing'],
    ['Cold brew - a summer drink', 'Cold brew - a summer drink'],
    ['one  two\r\n\r\n\r\n\r\nthree', 'one two\n\nthree'],
  ])('%j becomes %j', (raw, tidy) => {
    expect(tidyDraft(raw)).toBe(tidy);
  });
});

describe('progressOf', () => {
  it('GEN-09: is accepted over planned, and 100 only at the end', () => {
    expect([progressOf(0, 14), progressOf(7, 14), progressOf(299, 300), progressOf(14, 14)]).toEqual([
      0, 50, 99, 100,
    ]);
    expect(progressOf(0, 0)).toBe(0);
  });
});
