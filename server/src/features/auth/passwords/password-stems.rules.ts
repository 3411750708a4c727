/** Digits and symbols that stand for letters. A 1 may be an l or an i. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const isLetter = (character: string): boolean => /\p{L}/u.test(character);

function spelled(characters: readonly string[], one: string): string {
  return characters.map((letter) => (letter === '1' ? one : (LOOK_ALIKES[letter] ?? letter))).join('');
}

/** Up to this many digits and symbols at an end, each may belong to the word; beyond, all or none of them. */
const MOST_READ = 16;

function cuts(signs: number): number[] {
  return [
    ...new Set([signs, ...Array.from({ length: MOST_READ + 1 }, (_, left) => Math.max(0, signs - left)), 0]),
  ];
}

/**
 * Possible base words of a password: lower case, look-alike digits and symbols replaced by letters, others
 * removed from both ends. Several readings, because one at an end may stand for a letter.
 */
export function passwordStems(password: string): Set<string> {
  const lower = [...password.toLowerCase()];
  const first = lower.findIndex(isLetter);
  const last = lower.findLastIndex(isLetter);
  const stems = new Set<string>();
  for (const start of cuts(Math.max(0, first)))
    for (const cut of cuts(first < 0 ? 0 : lower.length - 1 - last)) {
      const heart = lower.slice(start, lower.length - cut);
      for (const stem of [heart.join(''), spelled(heart, 'l'), spelled(heart, 'i')]) stems.add(stem);
    }
  stems.delete('');
  return stems;
}

/** What makes a password easy to guess, in words; undefined if nothing does. */
export function guessedFrom(
  password: string,
  { email, isCommon }: { email: string; isCommon: (stem: string) => boolean },
): string | undefined {
  const stems = [...passwordStems(password)];
  const [name = ''] = email.toLowerCase().split('@');
  const own = new Set([...passwordStems(name), ...passwordStems(email)]);
  if (stems.some((stem) => own.has(stem))) return 'your email address';
  if (stems.includes('drumbeat')) return 'the name of this product';
  return stems.some(isCommon) ? 'one of the most common passwords' : undefined;
}
