import { anyCharacter } from '@drumbeat/contract/text/any-character.fixture.ts';
import { weightedLength } from '@drumbeat/contract/text/weighted-length.rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '../gate/gate.fixture.ts';
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
  it('is shorter as X counts where that was asked for, and fits a post always', () => {
    const longer = `${old} Mulch keeps splashes of soil off the lowest leaves as well.`;
    expect(faultOf(longer, { way: 'shorter' })).toBe('not_shorter');
    expect(faultOf(longer)).toBeUndefined();
    expect(faultOf('Wet leaves invite blight.', { way: 'shorter' })).toBeUndefined();
    expect(faultOf('Wet leaves invite blight!', { text: 'Wet leaf, sick plant now.', way: 'shorter' })).toBe(
      'not_shorter',
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
      { numRuns: 30 },
    );
  });
});
