import { anyCharacter } from '@drumbeat/contract/text/any-character.fixture.ts';
import { weightedLength } from '@drumbeat/contract/text/weighted-length.rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english, fact } from '../gate/gate.fixture.ts';
import type { Standard } from '../gate/gate.types.ts';
import { readLexicon } from '../gate/lists/read-lexicon.ts';
import { judgeRewrite, type Rewrite, rewriteStandard } from './rewrite.rules.ts';

const old =
  'Water tomatoes at the root in the early morning, and the leaves stay dry. Wet leaves invite blight.';
const rewrite = (change: Partial<Rewrite> = {}): Rewrite => ({
  text: old,
  way: 'angle',
  hint: '',
  ...change,
});

/** The judgement of a draft, under the standard of an English gardener or one that differs in something. */
function judge(draft: string, change: Partial<Rewrite> = {}, given: Partial<Standard> = {}) {
  const task = rewrite(change);
  const standard = rewriteStandard({ ...english, ...given }, task);
  return judgeRewrite(draft, task, standard, readLexicon(standard.language));
}
const faultOf = (...given: Parameters<typeof judge>) => judge(...given).refusal?.fault;

describe('a new version of a text', () => {
  it('is tidied, and good where the gate finds nothing', () => {
    expect(judge('"Blight loves wet leaves, so aim the hose at the soil."')).toEqual({
      text: 'Blight loves wet leaves, so aim the hose at the soil.',
      refusal: undefined,
    });
  });

  it('has other words than the old one, whatever its capitals and marks', () => {
    expect(faultOf(old)).toBe('unchanged');
    expect(faultOf(`${old.toUpperCase().replace('.', '!')} `)).toBe('unchanged');
    expect(faultOf(old.replace('the root', 'their oot'))).not.toBe('unchanged');
  });

  it('is shorter as X counts where that was asked for, and fits a post always', () => {
    const longer = `${old} Mulch keeps splashes of soil off the lowest leaves as well.`;
    expect(faultOf(longer, { way: 'shorter' })).toBe('not_shorter');
    expect(faultOf(longer)).toBeUndefined();
    expect(faultOf('Wet leaves invite blight.', { way: 'shorter' })).toBeUndefined();
    expect(faultOf('Wet leaves invite blight!', { text: 'Wet leaf, sick plant now.', way: 'shorter' })).toBe(
      'not_shorter',
    );
  });

  it('fits a post to the last character, its links counted as X counts them', () => {
    const text = 'How to prune tomatoes: https://garden.example.com/prune';
    const draft = (words: number) => `${'Leaf '.repeat(words).trim()} https://garden.example.com/prune`;
    expect([51, 52].map((words) => weightedLength(draft(words)))).toEqual([278, 283]);
    expect(faultOf(draft(52), { text })).toBe('too_long');
    expect(faultOf(`${draft(51)}!!`, { text })).not.toBe('too_long');
    expect(faultOf('Blight loves wet leaves. '.repeat(12))).toBe('too_long');
  });

  it('is judged as every draft is', () => {
    expect(faultOf('Studies show that 73% of gardeners water too late in the day.')).toBe('invented');
    expect(faultOf('Unlock the power of watering and elevate your garden today.')).toBe('machine');
    expect(faultOf('Aim the hose at the soil, never at the leaves.', {}, { avoidWords: ['hose'] })).toBe(
      'avoided_word',
    );
  });

  it('may say of figures and names what the person said in the text or the hint', () => {
    const text = 'Our shop sold 340 trays of seedlings, thanks to @anna.';
    expect(faultOf('Thanks to @anna, 340 trays of seedlings left our shop.', { text })).toBeUndefined();
    expect(faultOf('Thanks to @bert, 340 trays of seedlings left our shop.', { text })).toBe('has_mention');
    const hinted = 'Wet leaves invite blight, and drip hoses are 20% off on Friday.';
    expect(faultOf(hinted)).toBe('invented');
    expect(
      faultOf(hinted, { way: 'hint', hint: 'say that drip hoses are 20% off on Friday' }),
    ).toBeUndefined();
  });

  it('keeps a link of the old text, and has no other', () => {
    const text = 'How to prune tomatoes without harm: https://garden.example.com/prune';
    const kept = 'Prune tomatoes on a dry day, with clean scissors. https://garden.example.com/prune';
    expect(faultOf(kept, { text })).toBeUndefined();
    expect(faultOf(kept.replace('/prune', '/buy'), { text })).toBe('has_link');
    expect(faultOf(kept)).toBe('has_link');
  });

  it('is in the language that the old text is in', () => {
    const text = 'Tomaten gießt man früh am Morgen an der Wurzel, damit die Blätter trocken bleiben.';
    const german = 'Nasse Blätter locken die Braunfäule an, also gehört das Wasser an die Wurzel.';
    expect(faultOf(german, { text })).toBeUndefined();
    expect(faultOf(german)).toBe('wrong_language');
  });

  it('is in the language of the account where the old text is too short to tell', () => {
    const german = { ...english, language: 'de' as const };
    expect(rewriteStandard(german, rewrite({ text: 'Guten Tag.' })).language).toBe('de');
  });

  it('rests on the text and the hint beside what the account rests on, and on nothing empty', () => {
    const given: Standard = { ...english, samples: ['A sample.'], sources: [fact('A fact.')] };
    const ofFact = { id: 'fact-1', label: 'Fact sheet', text: 'A fact.', url: null };
    const ofText = { id: 'own:0', label: 'Own words', text: old, url: null };
    expect(rewriteStandard(given, rewrite())).toEqual({
      ...given,
      samples: ['A sample.', old],
      sources: [ofFact, ofText],
    });
    const hinted = rewriteStandard(given, rewrite({ way: 'hint', hint: 'shorter' }));
    expect(hinted.samples).toEqual(['A sample.', old, 'shorter']);
    expect(hinted.sources).toEqual([
      ofFact,
      ofText,
      { id: 'own:1', label: 'Own words', text: 'shorter', url: null },
    ]);
  });

  it('is never the old one, never too long, and shorter where asked, whatever the draft', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 300 }),
        fc.string({ unit: anyCharacter, minLength: 1, maxLength: 300 }),
        fc.constantFrom('shorter', 'angle', 'hint'),
        (draft, text, way) => {
          const judged = judge(draft, { text, way });
          if (judged.refusal) return;
          expect(judged.text).not.toBe(text);
          expect(weightedLength(judged.text)).toBeLessThanOrEqual(280);
          if (way === 'shorter') expect(weightedLength(judged.text)).toBeLessThan(weightedLength(text));
        },
      ),
    );
    // The old text itself, wrapped as models wrap.
    fc.assert(
      fc.property(fc.constantFrom(old, `"${old}"`, `1. ${old}`, `- ${old}`), (draft) => {
        expect(faultOf(draft)).toBe('unchanged');
      }),
    );
  });
});
