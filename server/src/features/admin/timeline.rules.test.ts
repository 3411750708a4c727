import { type TimelineSource, timelineSources } from '@drumbeat/contract/admin/customer-timeline.rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cursorOf, mergeEvents, pageOf, positionOf } from './timeline.rules.ts';

const at = new Date('2026-11-20T12:00:00.000Z');
const uuid = '0a1b2c3d-4e5f-6789-abcd-ef0123456789';

test.each([
  ['audit', '1'],
  ['email', '123456789012345678'],
  ['billing', 'evt_1-A'],
  ['generation', uuid],
] as const)('the cursor of %s %s reads back', (source, id) => {
  expect(positionOf(cursorOf({ at, source, id }))).toEqual({ at, source, id });
});

test.each([
  '',
  '1795176000000~posts~12',
  '1795176000000~post~0',
  '1795176000000~post~1x',
  '1795176000000000~post~12',
  '1795176000000~generation~12',
  `1795176000000~generation~${uuid}0`,
  '1795176000000~billing~evt.1',
])('%j is no cursor', (cursor) => {
  expect(positionOf(cursor)).toBeUndefined();
});

test('pages of any size make up the whole list, newest first', () => {
  const event = fc.record({
    at: fc.integer({ min: 1, max: 5 }).map((ms) => new Date(ms)),
    source: fc.constantFrom(...timelineSources.filter((each) => each !== 'generation')),
    id: fc.integer({ min: 1, max: 1_000 }),
  });
  const events = fc.uniqueArray(event, { selector: ({ source, id }) => `${source}${id}`, maxLength: 40 });
  const key = ({ source, id }: { source: TimelineSource; id: number }) => `${source}:${id}`;
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 7 }), (all, size) => {
      const sorted = (source: TimelineSource) =>
        all
          .filter((each) => each.source === source)
          .sort((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id);
      const shown: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const after = cursor === undefined ? undefined : positionOf(cursor);
        const lists = timelineSources.map((source) => {
          const page = pageOf(source, after, new Date(9), size + 1);
          const { before, atMoment } = page;
          return sorted(source)
            .filter(({ at, id }) => {
              if (at.getTime() !== before.getTime()) return at < before;
              if (typeof atMoment === 'string') return atMoment === 'all';
              return id < Number(atMoment.belowId);
            })
            .slice(0, size + 1);
        });
        const merged = mergeEvents(lists);
        const page = merged.slice(0, size);
        shown.push(...page.map(key));
        const last = page.at(-1);
        if (!last || merged.length <= size) break;
        cursor = cursorOf({ ...last, id: String(last.id) });
      }
      expect(shown).toEqual(mergeEvents(timelineSources.map(sorted)).map(key));
    }),
  );
});
