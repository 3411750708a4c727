import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal, judgeDrafts, progressOf, tidyDraft } from './drafts.rules.ts';

const good = 'Small habits beat big plans: ten minutes of practice every day adds up to sixty hours a year.';

function faults(drafts: string[], against: string[] = []): string[] {
  return judgeDrafts(drafts, against).rejected.map((rejection) => rejection.fault);
}

describe('judgeDrafts', () => {
  it('takes a good post as it is', () => {
    expect(judgeDrafts([good], [])).toEqual({ accepted: [good], rejected: [] });
  });

  it.each([
    ['empty', ''],
    ['empty', ' … '],
    ['too_long', 'long '.repeat(57)],
    ['too_long', '東京は今日も晴れ'.repeat(20)],
    ['has_link', 'Read it at https://example.com/today'],
    ['has_link', 'Read it at example.com today'],
    ['too_many_cashtags', 'Watching $TSLA and $NVDA today'],
    ['too_many_cashtags', 'Watching $F and $T today'],
    ['too_many_cashtags', 'Watching $BRK_A and $SAP_DE today'],
    ['too_many_cashtags', 'Watching $BRK.A and $BRK.B today'],
    ['refusal', "I'm sorry, but I can't help with that."],
  ])('refuses: %s', (fault, text) => {
    expect(faults([text])).toEqual([fault]);
  });

  it('counts 280 by the weights of X', () => {
    expect(faults([`${'a'.repeat(278)}🔥`])).toEqual([]);
    expect(faults([`${'a'.repeat(279)}🔥`])).toEqual(['too_long']);
  });

  it('lets one cashtag and prices pass', () => {
    expect(faults(['$TSLA opened at $200 and closed at $210.'])).toEqual([]);
  });

  it('takes only one to six letters, with up to two after an underscore, for a cashtag', () => {
    expect(faults(['$LONGEST and $COMPANY and $SAP_GER and $BRK_1 are no tickers.'])).toEqual([]);
  });

  it('takes a link where links are asked for', () => {
    expect(judgeDrafts(['See example.com for more'], [], { linksAllowed: true }).accepted).toHaveLength(1);
  });

  it('refuses the second of two that are nearly the same', () => {
    const variants = [
      good.toUpperCase(),
      `${good} #habits`,
      `🔥 ${good.replace('every', 'each')}`,
      good.split(': ').reverse().join(': '),
    ];
    for (const variant of variants) expect(faults([good, variant])).toEqual(['too_similar']);
    expect(faults([good], [good])).toEqual(['too_similar']);
  });

  it('lets different posts on one subject pass, also short ones and ones that open alike', () => {
    const posts = [
      good,
      'Small habits need small triggers: put the guitar beside your chair and you will play it.',
      'What habit changed your year? Mine was walking before breakfast.',
      'What tool changed your year? Mine was a paper notebook.',
      'Good morning, runners!',
      'Good night, swimmers!',
    ];
    expect(faults(posts)).toEqual([]);
  });

  it('sees likeness where words are not spaced', () => {
    const japanese = '毎日十分間の練習を続けると一年で六十時間になります。小さな習慣が大きな成果を生みます。';
    expect(faults([japanese.replace('大きな', 'すごい')], [japanese])).toEqual(['too_similar']);
  });

  it('loses nothing, and takes nothing twice', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 300 })), (drafts) => {
        const { accepted, rejected } = judgeDrafts(drafts, []);
        expect(accepted.length + rejected.length).toBe(drafts.length);
        expect(judgeDrafts(accepted, accepted).accepted).toEqual([]);
        expect(new Set(accepted).size).toBe(accepted.length);
      }),
    );
  });
});

describe('isRefusal', () => {
  it.each([
    'As an AI language model, I cannot write that.',
    'I cannot assist with this request.',
    'Unfortunately, I am not able to create posts about this.',
    "Sorry, but I can't do that",
    'I must decline to write about this.',
    'As a large language model, I have no opinion on this.',
    'Unfortunately I cannot help with that',
    'I cant write about this.',
    "I can't create posts on this.",
    "I won't write about this.",
    'I can not fulfill this request.',
    'Sorry but I cannot do that',
    'Sorry, I am not made for this.',
  ])('%s', (text) => {
    expect(isRefusal(text)).toBe(true);
  });

  it.each([
    "I can't believe how far this team has come.",
    'Sorry to everyone who bet against Ada Lovelace.',
    "I can't help but smile at this comeback.",
    'We cannot stop thinking about this goal.',
    'As an air traveller, pack light.',
    "You can't help people who will not be helped.",
    'Some days I cannot create anything, and that is fine.',
    'Not sorry I am late to this series.',
  ])('is a post: %s', (text) => {
    expect(isRefusal(text)).toBe(false);
  });
});

describe('tidyDraft', () => {
  it.each([
    ['  "Quoted."  ', 'Quoted.'],
    ['“Quoted.”', 'Quoted.'],
    ['"One" and "two"', '"One" and "two"'],
    ['3. Third thing', 'Third thing'],
    ['3.5 hours of sleep', '3.5 hours of sleep'],
    ['12. Twelfth thing', 'Twelfth thing'],
    ['Chapter 3. The end', 'Chapter 3. The end'],
    ['- a point', 'a point'],
    ['Cold brew - a summer drink', 'Cold brew - a summer drink'],
    ['" Quoted. "', 'Quoted.'],
    ['one\rtwo', 'one\ntwo'],
    ['one \ntwo', 'one\ntwo'],
    ['one\n two', 'one\ntwo'],
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
