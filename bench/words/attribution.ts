import { buildProfile, functionWords } from '../../server/src/features/voice/profile/profile.rules.ts';
import {
  lengthOf,
  plainOf,
  type Trait,
  traits,
  traitsOf,
  trigramsOf,
  wordsOf,
} from '../../server/src/features/voice/profile/traits.rules.ts';
import type { VoiceProfile } from '../../server/src/features/voice/voice.types.ts';

/** An author: the first 40 posts build the profile, the next 20 are to be attributed. */
export type Author = { name: string; posts: readonly string[] };

/** Trigrams of one post are correlated, so each one counts less than an independent one would. */
const WORDING_WEIGHT = 0.3;
/** The common trigrams count as this many of each author's own, because 40 posts contain too few. */
const SHARED_TRIGRAMS = 3_000;
/** The frequency of a trigram that no profile contains. */
const UNKNOWN = 1 / 60_000;

const TRAINED_ON = 40;
const HELD_OUT = 20;

/** Percentages attributed correctly: single posts and sets of 20; then both with shuffled profiles. */
export type Attribution = {
  authors: number;
  posts: number;
  sets: number;
  shuffledPosts: number;
  shuffledSets: number;
};

/**
 * How well profiles identify the author of a post: each held-out post goes to the author whose profile makes
 * it most likely. Shuffled profiles belong to other authors, so they measure chance. Throws RangeError for an
 * author with fewer than 60 posts, or for fewer than two authors.
 */
export function measureAttribution(authors: readonly Author[]): Attribution {
  if (authors.length < 2) throw new RangeError('Attribution needs two authors at least.');
  const few = authors.find(({ posts }) => posts.length < TRAINED_ON + HELD_OUT);
  if (few) throw new RangeError(`${few.name} has fewer than ${TRAINED_ON + HELD_OUT} posts.`);
  const profiles = authors.map(({ posts }) => buildProfile(posts.slice(0, TRAINED_ON), 'en'));
  const usual = usualTrigrams(profiles);
  const judges = profiles.map((profile) => judgeOf(profile, usual));
  // Shifted by one: no author keeps their own profile, and every run is the same.
  const shuffled = [...judges.slice(1), ...judges.slice(0, 1)];
  const heldOut = authors.map(({ posts }) => posts.slice(TRAINED_ON, TRAINED_ON + HELD_OUT).map(read));
  const [own, others] = [shareRight(heldOut, judges), shareRight(heldOut, shuffled)];
  return {
    authors: authors.length,
    posts: own.posts,
    sets: own.sets,
    shuffledPosts: others.posts,
    shuffledSets: others.sets,
  };
}

type Read = {
  trigrams: Map<string, number>;
  traits: Record<Trait, boolean>;
  length: number;
  words: string[];
};
type Judge = (post: Read) => number;

function read(post: string): Read {
  const plain = plainOf(post);
  return {
    trigrams: trigramsOf(plain),
    traits: traitsOf(plain),
    length: Math.max(1, lengthOf(plain)),
    words: wordsOf(plain),
  };
}

/** Each trigram's average share over all profiles, to which an author is compared. */
function usualTrigrams(profiles: readonly VoiceProfile[]): Map<string, number> {
  const usual = new Map<string, number>();
  for (const { commonest, trigrams } of profiles)
    for (const [trigram, count] of Object.entries(commonest))
      usual.set(trigram, (usual.get(trigram) ?? 0) + count / trigrams / profiles.length);
  return usual;
}

/** A judge returns how likely a post is under a profile, in bits. */
function judgeOf(profile: VoiceProfile, usual: ReadonlyMap<string, number>): Judge {
  const { low, middle, high } = profile.length;
  // Nine in ten posts lie between them: 2.56 standard deviations of the logarithm.
  const deviation = Math.max(0.2, Math.log2(Math.max(1, high) / Math.max(1, low)) / 2.56);
  return (post) =>
    WORDING_WEIGHT * bitsOfWording(post.trigrams, profile, usual) +
    bitsOfTraits(post.traits, profile) -
    (Math.log2(post.length / Math.max(1, middle)) / deviation) ** 2 / 2 / Math.LN2 -
    Math.log2(deviation) +
    WORDING_WEIGHT * bitsOfFunctionWords(post.words, profile);
}

/** How much more likely the trigrams are under the profile than under everyone's. */
function bitsOfWording(
  trigrams: Read['trigrams'],
  profile: VoiceProfile,
  usual: ReadonlyMap<string, number>,
): number {
  let bits = 0;
  for (const [trigram, count] of trigrams) {
    const share = (usual.get(trigram) ?? 0) + UNKNOWN;
    const own = (profile.commonest[trigram] ?? 0) + SHARED_TRIGRAMS * share;
    bits += count * Math.log2(own / (profile.trigrams + SHARED_TRIGRAMS) / share);
  }
  return bits;
}

function bitsOfTraits(found: Read['traits'], profile: VoiceProfile): number {
  return traits.reduce((bits, trait) => {
    const share = (profile.traits[trait] * profile.posts + 0.5) / (profile.posts + 1);
    return bits + Math.log2(found[trait] ? share : 1 - share);
  }, 0);
}

function bitsOfFunctionWords(words: readonly string[], profile: VoiceProfile): number {
  const small = functionWords[profile.language];
  return words
    .filter((word) => small.has(word))
    .reduce((bits, word) => {
      const rate = ((profile.functionWords[word] ?? 0) + 0.3) / (profile.words + 0.3 * small.size);
      return bits + Math.log2(rate);
    }, 0);
}

/** The percentage of posts, and of sets, whose most likely judge is at their author's index. */
function shareRight(
  heldOut: readonly (readonly Read[])[],
  judges: readonly Judge[],
): { posts: number; sets: number } {
  let [posts, sets, all] = [0, 0, 0];
  heldOut.forEach((set, author) => {
    const bits = set.map((post) => judges.map((judge) => judge(post)));
    posts += bits.filter((row) => indexOfBest(row) === author).length;
    all += set.length;
    const sums = judges.map((_, at) => bits.reduce((sum, row) => sum + (row[at] ?? 0), 0));
    if (indexOfBest(sums) === author) sets += 1;
  });
  return { posts: percent(posts / all), sets: percent(sets / heldOut.length) };
}

function indexOfBest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

function percent(share: number): number {
  return Math.round(share * 10_000) / 100;
}
