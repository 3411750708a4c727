/** Texts of strangers as text alone: no markup, no characters that steer how the rest of a line reads, and bounded. */
export function plainText(text: string, max: number): string {
  const plain = text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return shortened(plain, max);
}

/** The text within `max` characters; what is longer ends between words, with an ellipsis. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > max / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
