/** A generator of numbers from 0 (inclusive) to 1 (exclusive), deterministic for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const common =
  'the of and to a in is that for it with you on this are as not be at one have from your or what when more most but they can if how we all do why will than so just like only about my out up time never every day make good'.split(
    ' ',
  );
const syllables =
  'ba ber can cor da del den dor en er fal fi gar gen hol in ka kin la len lo ma men mi mor na nel no or pa per po ra ren ri ro sa sel si so ta ten ter ti to tra ul ven vi wan zo'.split(
    ' ',
  );
const VOCABULARY = 12_000;
const NICHES = 200;
const WORDS_OF_NICHE = 300;

/**
 * Generates posts that vary as people's do: two in five words are among the 60 most common, three in ten
 * belong to the niche, the others follow a Zipf distribution. One post in ten has a common opening, one in
 * three the niche's hashtags.
 */
export function createWriter(seed: number): () => string {
  const random = randomFrom(seed);
  const fixed = randomFrom(1);
  const word = () =>
    Array.from({ length: 2 + Math.floor(fixed() * 3) }, () => syllables[Math.floor(fixed() * 50)]).join('');
  const words = [...common, ...Array.from({ length: VOCABULARY - common.length }, word)];
  const openings = Array.from({ length: 300 }, () => Array.from({ length: 6 }, word).join(' '));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const rare = () => words[Math.floor(VOCABULARY ** random()) - 1] as string;
  const ofNiche = (niche: number) =>
    words[200 + niche * 50 + Math.floor(WORDS_OF_NICHE ** random())] as string;

  function next(niche: number): string {
    const kind = random();
    if (kind < 0.4) return pick(common);
    return kind < 0.7 ? ofNiche(niche) : rare();
  }
  return () => {
    const niche = Math.floor(random() * NICHES);
    const target = 120 + Math.floor(random() * 120);
    let text = random() < 0.1 ? `${pick(openings)}. ` : '';
    while (text.length < target) text += `${next(niche)}${random() < 0.1 ? '. ' : ' '}`;
    return random() < 0.33 ? `${text}#${words[200 + niche * 50]} #${words[201 + niche * 50]}` : text.trim();
  };
}

/** The same post with one word in its middle replaced. */
export function reworded(text: string): string {
  const words = text.split(' ');
  words[Math.floor(words.length / 2)] = 'otherwise';
  return words.join(' ');
}
