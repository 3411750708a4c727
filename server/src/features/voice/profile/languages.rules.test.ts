import { expect, test } from 'vitest';
import { findLanguages } from './find-languages.ts';
import { countLanguages, languageFault } from './languages.rules.ts';

test('a language is found of each text that is long enough, and of none that is not', async () => {
  const texts = [
    'This morning I waited for the dough for hours again.',
    'Heute habe ich wieder den ganzen Morgen auf den Teig gewartet.',
    "Ce matin j'ai encore attendu la pâte pendant des heures.",
    'Esta mañana he vuelto a esperar la masa durante horas.',
    'Hoje de manhã esperei outra vez horas pela massa do pão.',
    'ok, rye',
    '#brot #brot #brot #brot #brot #brot #brot',
    '@brot_macht_gluecklich @brot_macht_gluecklich',
    'https://example.com/das/brot/war/heute/wieder/gut',
    // Twenty-nine letters, and thirty.
    'This morning I waited for hours and',
    'This morning I waited for hours and I',
  ];
  expect(await findLanguages(texts)).toEqual([
    ...['en', 'de', 'fr', 'es', 'pt'],
    ...[null, null, null, null, null],
    'en',
  ]);
  // One that is as much of one language as of another is of none.
  const mixed = 'El pan de la mañana está muy bueno. O pão da manhã está muito bom.';
  expect(await findLanguages([mixed])).toEqual([null]);
  const many = Array.from({ length: 101 }, (_, at) => texts[at % 5] ?? '');
  expect(await findLanguages(many)).toEqual(many.map((_, at) => ['en', 'de', 'fr', 'es', 'pt'][at % 5]));
});

test('each fault is said in words', () => {
  const fault = (...languages: string[]) => languageFault(countLanguages(languages), 'en', 'posts');
  expect([fault(), fault('en', 'en')]).toEqual([null, null]);
  expect(fault('de', 'en')).toBe(
    'These posts are in two languages: English and German. Use posts in one language.',
  );
  expect(fault('de')).toBe(
    'These posts are in German, and this voice is in English. Change its language first, or use posts in English.',
  );
  expect(fault('it')).toBe(
    'These posts are in Italian. A voice can be in English, German, Spanish, French or Portuguese.',
  );
});
