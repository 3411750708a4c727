import { findUrls } from './urls.rules.ts';

/** The weight of every link, whatever its length, because X shortens it to t.co. */
const URL_LENGTH = 23;
const EMOJI_LENGTH = 2;

// Stryker disable Regex: negated, a property of strings does not compile, and with it the whole file.
const emoji = /\p{RGI_Emoji}/gv;
const wholeEmoji = /^\p{RGI_Emoji}$/v;
// Stryker restore Regex
// Sequences without their variation selectors (keycaps, and parts joined by U+200D) still count as one emoji.
const looseEmoji =
  /[0-9#*]\u20E3|\p{Emoji}\uFE0F?\p{Emoji_Modifier}?(?:\u200D\p{Emoji}\uFE0F?\p{Emoji_Modifier}?)+/gu;
const wantsSelector = /(?!\p{Emoji_Presentation})\p{Emoji}(?![\uFE0F\p{Emoji_Modifier}])/gu;

/** The weight of one code point in X's counting rules v3. */
function weightOf(codePoint: number): 1 | 2 {
  if (codePoint <= 0x10ff) return 1;
  // Stryker disable next-line EqualityOperator: NFC turns U+2000 into U+2002.
  if (codePoint >= 0x2000 && codePoint <= 0x200d) return 1;
  if (codePoint >= 0x2010 && codePoint <= 0x201f) return 1;
  return codePoint >= 0x2032 && codePoint <= 0x2037 ? 1 : 2;
}

function weightOfText(text: string): number {
  let weight = 0;
  const withoutEmoji = text
    .replace(looseEmoji, (sequence) => {
      if (!wholeEmoji.test(sequence.replace(wantsSelector, '$&\uFE0F'))) return sequence;
      weight += EMOJI_LENGTH;
      return '';
    })
    .replace(emoji, () => {
      weight += EMOJI_LENGTH;
      return '';
    });
  for (const character of withoutEmoji) weight += weightOf(character.codePointAt(0) ?? 0);
  return weight;
}

/**
 * The length of a post as X counts it (v3), to compare with the limit of 280: in NFC, every link counts 23,
 * every emoji sequence 2, every other code point 1 or 2.
 */
export function weightedLength(text: string): number {
  const normal = text.normalize('NFC');
  let weight = 0;
  let counted = 0;
  for (const url of findUrls(normal)) {
    weight += weightOfText(normal.slice(counted, url.start)) + URL_LENGTH;
    counted = url.end;
  }
  return weight + weightOfText(normal.slice(counted));
}

/** Whether X would find a link in the text, even a bare domain. X bills such posts about 13-fold. */
export function containsUrl(text: string): boolean {
  return findUrls(text.normalize('NFC')).length > 0;
}
