import { describe, expect, it, test } from 'vitest';
import { otherLanguageIn } from './languages.rules.ts';

const own = {
  en: 'The rain soaked all the beds of the garden during the whole night.',
  de: 'Der Regen hat die Beete über Nacht sehr nass gemacht.',
  es: 'La lluvia ha mojado todos los bancales del huerto durante la noche.',
  fr: 'La pluie a trempé toutes les planches du jardin pendant la nuit.',
  pt: 'A chuva molhou todos os canteiros da horta durante a noite inteira.',
} as const;

test.each([
  ['German', own.de],
  ['Spanish', own.es],
  ['French', own.fr],
  ['Italian', 'La pioggia ha bagnato tutte le aiuole del giardino durante la notte.'],
])('%s is told where English is wanted: %s', (name, text) => {
  expect(otherLanguageIn(text, 'en')).toBe(name);
});

describe('the benefit of the doubt is given', () => {
  it('to a language that is near the wanted one, and to dialect', () => {
    expect(otherLanguageIn(own.pt, 'es')).toBeUndefined();
    expect(otherLanguageIn(own.es, 'pt')).toBeUndefined();
    const scots = 'Ah dinnae ken whit the slugs are efter in ma wee gairden the nicht';
    expect(otherLanguageIn(scots, 'en')).toBeUndefined();
  });

  it('to a text of fewer than 40 letters', () => {
    const forty = 'Gießen wir alle Beete morgens, trocknen Blätter';
    expect(forty.match(/\p{L}/gu)).toHaveLength(40);
    expect(otherLanguageIn(forty, 'en')).toBe('German');
    expect(otherLanguageIn(forty.slice(1), 'en')).toBeUndefined();
  });
});

test('three letters of ten in another script are another script, whatever the length', () => {
  expect(otherLanguageIn('Gardens да!', 'en')).toBeUndefined();
  expect(otherLanguageIn('Gardens дом', 'en')).toBe('another script');
  expect(otherLanguageIn('水', 'en')).toBe('another script');
  expect(otherLanguageIn('Été à Nîmes', 'fr')).toBeUndefined();
});
