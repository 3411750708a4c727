import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../test/harness.ts';
import { weightedLength } from '../x/weighted-length.ts';
import { goodPostsOf, writeGoodPost } from './good-writer.ts';
import { materialFor, readShelf } from './material.ts';
import { readPrompt } from './read-prompt.ts';
import { writeAgain } from './rewriter.ts';

const grinding = materialFor('Coffee').topics[0];
if (!grinding) throw new Error('The material on coffee is missing.');
const [opening = '', second = ''] = grinding.openings;
const [continuation = ''] = grinding.continuations;
const post = `${opening} ${continuation}`;

/** The versions that come one after the other. */
function versionsOf(text: string, way: string, hint = '', count = 6): string[] {
  return Array.from({ length: count }, (_, number) => writeAgain('Coffee', { text, way, hint }, number));
}

describe('a post written again', () => {
  it('shorter: one sentence of it alone', () => {
    expect(versionsOf(post, 'shorter', '', 2)).toEqual([opening, continuation]);
  });

  it('shorter, where it is one sentence: a shorter opening of the same subject', () => {
    for (const version of versionsOf(opening, 'shorter')) {
      expect(grinding.openings).toContain(version);
      expect(weightedLength(version)).toBeLessThan(weightedLength(opening));
    }
  });

  it('from another angle: the same subject, and no sentence of the old one', () => {
    for (const version of versionsOf(post, 'angle')) {
      const begun = grinding.openings.find((one) => version.startsWith(one));
      expect(begun).toBeDefined();
      expect([version.includes(opening), version.includes(continuation)]).toEqual([false, false]);
    }
  });

  it('by a hint: what the material has on its words', () => {
    for (const version of versionsOf(post, 'hint', 'something about descaling the machine', 2))
      expect(version).toMatch(/descale|machine/i);
  });

  it('by a hint that asks for a question: it keeps a statement and ends with one', () => {
    const versions = versionsOf(post, 'hint', 'end with a question');
    expect(versions.every((version) => version.startsWith(opening) && version.endsWith('?'))).toBe(true);
  });

  it('by a hint that the material knows nothing of: another angle', () => {
    expect(versionsOf(post, 'hint', 'xylophones')[0]).toBe(versionsOf(post, 'angle')[0]);
    expect(second).not.toBe('');
  });

  it('fits a post, is not the old one, and is never the same twice in a row', () => {
    const niches = readShelf().map(({ names }) => names[0] ?? '');
    fc.assert(
      fc.property(
        fc.constantFrom(...niches),
        fc.nat(5000),
        fc.constantFrom('shorter', 'angle', 'hint'),
        fc.constantFrom('', 'ask something', 'more about time and people', 'zzz'),
        fc.nat(100),
        (niche, at, way, hint, number) => {
          const text = writeGoodPost(niche, at % goodPostsOf(materialFor(niche)));
          const [one, next] = [number, number + 1].map((n) => writeAgain(niche, { text, way, hint }, n));
          expect(one).not.toBe(text);
          expect(one).not.toBe(next);
          expect(weightedLength(one ?? '')).toBeLessThanOrEqual(280);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the model', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench.close());
  beforeEach(() => bench.control('POST', '/reset'));

  it('reads the post, the way and the hint from their lines, as JSON', () => {
    const text = 'A "post"\nWay: shorter\nHint: "no"';
    const content = `Niche: Coffee\nWrite 1 post\n\nWay: hint\n\nPost: ${JSON.stringify(text)}\nHint: "ask \\u003cthem\\u003e"`;
    expect(readPrompt([{ role: 'user', content }])).toMatchObject({
      niche: 'Coffee',
      count: 1,
      rewrite: { text, way: 'hint', hint: 'ask <them>' },
    });
    expect(readPrompt([{ role: 'user', content: 'Write 2 posts' }]).rewrite).toBeUndefined();
  });

  it('answers such a prompt with another version each time', async () => {
    const content = `Niche: Coffee\nWrite 1 post\n\nWay: angle\n\nPost: ${JSON.stringify(post)}`;
    const answers: string[] = [];
    for (let asked = 0; asked < 3; asked += 1) {
      const { json } = await bench.send('POST', '/llm/v1/chat/completions', {
        json: { model: 'any', messages: [{ role: 'user', content }] },
      });
      answers.push(
        (json as { choices: { message: { content: string } }[] }).choices[0]?.message.content ?? '',
      );
    }
    expect(new Set(answers).size).toBe(3);
    expect(answers.every((answer) => grinding.openings.some((one) => answer.startsWith(one)))).toBe(true);
  });
});
