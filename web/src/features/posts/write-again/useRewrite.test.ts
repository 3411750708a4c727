import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addVersion, NO_VERSIONS, turnVersion, type Versions } from './useRewrite.ts';

const shown = ({ texts, at }: Versions): string | undefined => texts[at];

test('as many steps back as there were new versions lead to the first text, and as many forth to the last', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string(), { minLength: 1, maxLength: 8 }), (first, news) => {
      let versions = NO_VERSIONS;
      let field = first;
      for (const text of news) {
        versions = addVersion(versions, field, text);
        field = text;
      }
      for (const by of [-1, 1] as const) {
        for (const _ of news) {
          versions = turnVersion(versions, field, by);
          field = shown(versions) ?? '';
        }
        expect(field).toBe(by === -1 ? first : news.at(-1));
      }
    }),
  );
});
