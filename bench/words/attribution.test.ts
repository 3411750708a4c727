import { expect, test } from 'vitest';
import { type Author, measureAttribution } from './attribution.ts';

const subjects = [
  'the bread',
  'a long walk',
  'my garden',
  'the old van',
  'that film',
  'our street',
  'the match',
];
const verbs = [
  'made me laugh',
  'took all day',
  'was worth it',
  'went wrong',
  'keeps getting better',
  'beat me',
];
const openings = ['today', 'honestly', 'last night', 'again', 'no joke'];

/** Authors who write about the same, each in one of the ways that four habits make. */
function buildAuthors(): Author[] {
  return Array.from({ length: 16 }, (_, author) => {
    const [isLoud, isLow, isBroken, isFond] = [1, 2, 4, 8].map((bit) => (author & bit) > 0);
    const posts = Array.from({ length: 60 }, (_, at) => {
      const opening = openings[(at * 3 + author) % openings.length];
      const subject = subjects[(at * 5 + author) % subjects.length];
      const verb = verbs[(at * 7 + Math.floor(at / 5)) % verbs.length];
      const text = `${opening}${isBroken ? '\n' : ', '}${subject} ${verb}${isLoud ? '!' : '.'}${isFond ? ' 🙂' : ''}`;
      return isLow ? text : text.charAt(0).toUpperCase() + text.slice(1);
    });
    return { name: `Author ${author}`, posts };
  });
}

test('VOICE-13 posts are attributed to whoever writes so, and with shuffled profiles to others', () => {
  const measured = measureAttribution(buildAuthors());
  expect(measured.authors).toBe(16);
  expect(measured.posts).toBeGreaterThan(90);
  expect(measured.sets).toBe(100);
  expect(measured.shuffledPosts).toBeLessThan(10);
  expect(measured.shuffledSets).toBe(0);
});

test('who all write the same are told apart by chance alone', () => {
  const [first] = buildAuthors();
  const posts = first?.posts ?? [];
  const same = Array.from({ length: 10 }, (_, at) => ({ name: `Author ${at}`, posts }));
  expect(measureAttribution(same).posts).toBe(10);
});

test('too few authors or posts are refused', () => {
  const authors = buildAuthors();
  expect(() => measureAttribution(authors.slice(0, 1))).toThrow('Attribution needs two authors at least.');
  const few = authors.map((author) => ({ ...author, posts: author.posts.slice(0, 59) }));
  expect(() => measureAttribution(few)).toThrow('Author 0 has fewer than 60 posts.');
});
