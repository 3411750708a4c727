import type { VoicePoint } from '@drumbeat/contract/voice/voice.rules.ts';
import type { Nearness, Voice, VoiceProfile } from '../voice.types.ts';
import { habitText, roundLength } from './points.rules.ts';
import { wordingFit, wordingOfProfile } from './profile.rules.ts';
import { lengthOf, plainOf, traits, traitsOf, trigramsOf, wordsOf } from './traits.rules.ts';

/** The weight of each part of the score; together 100. */
const WEIGHTS = { wording: 45, habits: 35, length: 20 } as const;
/** The cost of a banned word, and of a missing sign-off. */
const BANNED_COST = 40;
const SIGN_OFF_COST = 10;
const REASONS_MAX = 3;
/** The minimum cost at which a gap is worth mentioning. */
const REASON_COST = 3;
/** Fewer texts than this are not judged as a set: they show no variety. */
const SET_MIN = 3;

/** The parts of a voice that a text is compared with. */
type Compared = Pick<Voice, 'profile' | 'points' | 'bannedWords' | 'signOff'>;
/** A difference from the voice: its cost and, in words, the reason. */
type Gap = { cost: number; reason?: string };

/** How close a text is to the voice; null if the voice has no profile. */
export function nearnessOf(text: string, voice: Compared): Nearness | null {
  if (!voice.profile) return null;
  const plain = plainOf(text);
  return scored([
    ...settingGaps(plain, voice),
    ...habitGaps(plain, voice.profile, voice.points),
    ...lengthGap(plain, voice.profile, voice.points),
    ...wordingGap(plain, voice.profile, voice.points),
  ]);
}

/**
 * How close a set of texts is to the voice: their average score, minus the gaps of the set as a whole. Null
 * without a profile, or for fewer than three texts.
 */
export function nearnessOfSet(texts: readonly string[], voice: Compared): Nearness | null {
  const { profile, points } = voice;
  if (!profile || texts.length < SET_MIN) return null;
  const scores = texts.map((text) => nearnessOf(text, voice)?.score ?? 0);
  const average = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const plain = texts.map(plainOf);
  const gaps = [
    ...shareGaps(plain, profile, points),
    ...varietyGaps(plain, profile, points),
    ...openingGap(plain),
  ];
  return scored(gaps, average);
}

function scored(gaps: readonly Gap[], from = 100): Nearness {
  const cost = gaps.reduce((sum, gap) => sum + gap.cost, 0);
  const reasons = gaps
    .filter((gap) => gap.cost >= REASON_COST)
    .sort((a, b) => b.cost - a.cost)
    .flatMap(({ reason }) => reason ?? []);
  return {
    score: Math.round(Math.max(0, Math.min(100, from - cost))),
    reasons: [...new Set(reasons)].slice(0, REASONS_MAX),
  };
}

type Points = Voice['points'];
/** Whether a point of the profile is switched on. */
function counts(points: Points, point: VoicePoint): boolean {
  return points[point]?.isOn !== false;
}

/** Whether a text contains this word or phrase, ignoring case, as whole words. */
export function hasPhrase(plain: string, phrase: string): boolean {
  const [text, sought] = [plain.toLowerCase(), phrase.toLowerCase()];
  const isLetter = (character: string | undefined) => /^[\p{L}\p{N}]$/u.test(character ?? '');
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const [before, after] = [text[at - 1], text[at + sought.length]];
    const opens = !isLetter(sought[0]) || !isLetter(before);
    const closes = !isLetter(sought.at(-1)) || !isLetter(after);
    if (opens && closes) return true;
  }
  return false;
}

function settingGaps(plain: string, { bannedWords, signOff }: Compared): Gap[] {
  const banned = bannedWords
    .filter((word) => hasPhrase(plain, word))
    .map((word) => ({ cost: BANNED_COST, reason: `“${word}” is on your list of words never to use` }));
  if (plain.endsWith(signOff)) return banned;
  return [...banned, { cost: SIGN_OFF_COST, reason: `You sign off with “${signOff}”` }];
}

/** Smooths a share, because few posts prove little: with 10 posts, `never` still counts as 1 in 22. */
function certain(share: number, posts: number): number {
  return (share * posts + 0.5) / (posts + 1);
}

function habitGaps(plain: string, profile: VoiceProfile, points: Points): Gap[] {
  const found = traitsOf(plain);
  const gaps = traits
    .filter((trait) => counts(points, trait))
    .map((trait) => {
      const share = certain(profile.traits[trait], profile.posts);
      const bits = -Math.log2(found[trait] ? share : 1 - share);
      // A trait of one in three posts is no surprise; one of 1 in 50 costs nearly half of the weight for
      // habits.
      const surprise = Math.min(1, Math.max(0, bits - 1.6) / 4);
      return { cost: surprise * 0.5 * WEIGHTS.habits, reason: habitText(trait, profile.traits[trait]) };
    });
  const sum = gaps.reduce((all, { cost }) => all + cost, 0);
  const scale = sum > WEIGHTS.habits ? WEIGHTS.habits / sum : 1;
  return gaps.map(({ cost, reason }) => ({ cost: cost * scale, reason }));
}

function lengthGap(plain: string, profile: VoiceProfile, points: Points): Gap[] {
  if (!counts(points, 'length')) return [];
  const length = Math.max(1, lengthOf(plain));
  const { low, middle, high } = profile.length;
  const times = length > high ? length / high : low / length;
  if (times <= 1) return [];
  const cost = Math.min(1, Math.log2(times)) * WEIGHTS.length;
  const way = length > high ? 'shorter' : 'longer';
  return [{ cost, reason: `Your posts are ${way}: about ${roundLength(middle)} characters` }];
}

function wordingGap(plain: string, profile: VoiceProfile, points: Points): Gap[] {
  if (!counts(points, 'wording')) return [];
  const fit = wordingFit(trigramsOf(plain), wordingOfProfile(profile));
  const { low, middle } = profile.wording;
  // At least half a bit, so that a few very similar posts do not make everything else look strange.
  const spread = Math.max(0.5, middle - low);
  const cost = Math.min(1, Math.max(0, middle - fit) / (3 * spread)) * WEIGHTS.wording;
  // One in ten of the person's own posts costs at least a third of the weight, so a reason is given only
  // above half.
  return [
    { cost, ...(cost > WEIGHTS.wording / 2 ? { reason: 'Its wording is unlike that of your posts' } : {}) },
  ];
}

/** Traits that the set has far more or far less often than the person's own posts. */
function shareGaps(plain: readonly string[], profile: VoiceProfile, points: Points): Gap[] {
  const found = plain.map(traitsOf);
  return traits
    .filter((trait) => counts(points, trait))
    .map((trait) => ({ trait, share: found.filter((one) => one[trait]).length / plain.length }))
    .filter(({ trait, share }) => isFar(share, profile.traits[trait], plain.length))
    .map(({ trait, share }) => ({
      cost: 5,
      reason: `${habitText(trait, profile.traits[trait])}; of these ${plain.length} posts ${countText(share * plain.length)}`,
    }));
}

function countText(count: number): string {
  const whole = Math.round(count);
  if (whole === 0) return 'none does';
  return whole === 1 ? 'one does' : `${whole} do`;
}

/** Whether a share differs from the usual one by more than chance explains for this number of texts. */
function isFar(share: number, usual: number, texts: number): boolean {
  const deviation = Math.sqrt(Math.max(0.02, usual * (1 - usual)) / texts);
  return Math.abs(share - usual) > Math.max(0.25, 2.5 * deviation);
}

/** A set whose posts all have the same length, although the person's own posts vary. */
function varietyGaps(plain: readonly string[], { length }: VoiceProfile, points: Points): Gap[] {
  if (!counts(points, 'length')) return [];
  const lengths = plain.map(lengthOf).sort((a, b) => a - b);
  const cut = Math.floor(lengths.length / 10);
  const [shortest = 1, longest = 1] = [lengths[cut], lengths.at(-1 - cut)];
  const own = Math.log2(length.high / Math.max(1, length.low));
  if (own < 0.8 || Math.log2(longest / Math.max(1, shortest)) > own / 2) return [];
  const range = `${roundLength(length.low)} to ${roundLength(length.high)} characters`;
  return [{ cost: 8, reason: `These posts are all about the same length; yours vary, from ${range}` }];
}

/** A set whose posts keep beginning with the same word. */
function openingGap(plain: readonly string[]): Gap[] {
  const counted = new Map<string, number>();
  for (const text of plain) {
    const [word] = wordsOf(text);
    if (word) counted.set(word, (counted.get(word) ?? 0) + 1);
  }
  const [word, count] = [...counted].sort(([, a], [, b]) => b - a)[0] ?? ['', 0];
  if (count < SET_MIN || count / plain.length <= 0.4) return [];
  return [{ cost: 8, reason: `${count} of these ${plain.length} posts begin with “${word}”` }];
}
