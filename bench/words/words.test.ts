import { expect, test } from 'vitest';
import { forecastOfPosts } from '../../server/src/features/costs/forecast.rules.ts';
import { createXClient } from '../../server/src/providers/x/x-client.ts';
import { type Random, seededRandom } from '../chaos/random.ts';
import { startSandbox } from '../support/sandbox.ts';
import { type Author, measureAttribution } from './attribution.ts';
import { hasLink, isTooLong, unsupportedFigures, unsupportedShares } from './checks.ts';

/** Words for generating posts. None of them is a link, though some look similar. */
const WORDS =
  'a steady rhythm beats one loud day write less and mean more v2.0 is out at 3.14 p.m. see Mr.Bean e.g. ada@example.com says #calm @grace über 世界 🥁 $DRUM 50% node.txt end.Start'.split(
    ' ',
  );

const HOSTS = [
  'example.com',
  'www.example.org',
  'blog.example.net',
  'shop.dev',
  'EXAMPLE.COM',
  'müller.de',
  't.co',
];

const PATHS = ['', '/', '/a', '/news/2026-11-23', '/a?b=c&d=e', '/(b)', '/#top'];

/** How a link is embedded in its sentence. */
const FRAMES: readonly ((link: string) => string)[] = [
  (link) => link,
  (link) => `${link}.`,
  (link) => `(${link})`,
  (link) => `${link}, then`,
  (link) => `see:${link}`,
  (link) => `"${link}"`,
];

type RandomText = { text: string; hasLink: boolean };

const POSTS = 120;

/** Concurrent calls, each of another person. */
const PEOPLE = 16;

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

test('VOICE-13 posts are attributed to their authors, and with shuffled profiles to others', () => {
  const measured = measureAttribution(buildAuthors());
  expect(measured.authors).toBe(16);
  expect(measured.posts).toBeGreaterThan(90);
  expect(measured.sets).toBe(100);
  expect(measured.shuffledPosts).toBeLessThan(10);
  expect(measured.shuffledSets).toBe(0);
});

test('the second check finds length, links, figures and shares by itself', () => {
  expect([isTooLong('a'.repeat(280)), isTooLong('a'.repeat(281)), isTooLong('あ'.repeat(141))]).toEqual([
    false,
    true,
    true,
  ]);
  expect(['see example.com', 'at www.garden', 'Tea.Then cake', '3.50 each'].map(hasLink)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const sources = ['A class costs $1,200 and there are twelve of us.'];
  expect(unsupportedFigures('12 of us pay 1200, or twelve hundred', sources)).toEqual([]);
  expect(unsupportedFigures('Two of us: 13, forty-two, 12%, 24/7', sources)).toEqual([
    '13',
    '24',
    '7',
    '%',
    'forty two',
  ]);
  expect(unsupportedFigures('1. Dig\n2. Plant', [])).toEqual([]);
  expect(unsupportedShares('Half of all seeds fail, one in five rots, the dull half of it', [])).toEqual([
    'Half of',
    'one in five',
  ]);
  expect(unsupportedShares('Half of them', ['We lost half of our hives.'])).toEqual([]);
});

/** A post that is unique by its number, with one link, several or none, and that X would accept. */
function randomText(random: Random, number: number): RandomText {
  const words = Array.from({ length: 4 + random.below(12) }, () => random.pick(WORDS));
  const links = random.chance(0.4) ? 1 + random.below(2) : 0;
  for (let link = 0; link < links; link += 1)
    words.splice(random.below(words.length + 1), 0, random.pick(FRAMES)(randomLink(random)));
  return { text: `No ${number}: ${words.join(' ')}`, hasLink: links > 0 };
}

function randomLink(random: Random): string {
  const protocol = random.pick(['', 'https://', 'http://', 'HTTPS://']);
  return `${protocol}${random.pick(HOSTS)}${random.pick(PATHS)}`;
}

/** Publishes the posts over HTTP; returns what X charges for them, in millionths of a dollar. */
async function publishAll(posts: readonly RandomText[]): Promise<number> {
  const sandbox = await startSandbox();
  try {
    const usernames = Array.from({ length: PEOPLE }, (_, index) => `payer_${index}`);
    type Grants = { grants: { access_token: string }[] };
    const { grants } = await sandbox.control<Grants>('POST', '/grant', { usernames });
    await sandbox.control('POST', '/limits', { postsPer15Min: POSTS + 1 });
    const url = `http://127.0.0.1:${sandbox.port}/x`;
    const keys = { clientId: 'sandbox-x-client', clientSecret: 'sandbox-x-secret' };
    const client = createXClient({ ...keys, apiUrl: url, webUrl: url }, { now: () => new Date() });
    await Promise.all(
      grants.map(async ({ access_token: token }, person) => {
        for (const { text } of posts.filter((_, index) => index % PEOPLE === person))
          expect(await client.publishPost(token, text), text).toMatchObject({ kind: 'posted' });
      }),
    );
    return (await sandbox.control<{ totalMicros: number }>('GET', '/bill')).totalMicros;
  } finally {
    await sandbox.stop();
  }
}

test('COST-07 the forecast for random posts is what X charges, to the cent and below', async () => {
  const random = seededRandom(7);
  const posts = Array.from({ length: POSTS }, (_, number) => randomText(random, number));
  const withLink = posts.filter(({ hasLink }) => hasLink).length;
  expect(withLink).toBeGreaterThan(30);
  const forecast = forecastOfPosts(posts.map(({ text }) => text));
  expect(forecast).toBe(withLink * 200_000 + (POSTS - withLink) * 15_000);
  expect(await publishAll(posts)).toBe(forecast);
});
