import type { Random } from '../chaos/random.ts';

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

export type RandomText = { text: string; hasLink: boolean };

/** A post that is unique by its number, with one link, several or none, and that X would accept. */
export function randomText(random: Random, number: number): RandomText {
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
