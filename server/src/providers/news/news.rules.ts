/** Third-party text as bounded plain text: without markup, and without invisible control characters. */
export function plainText(text: string, max: number): string {
  const plain = text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return shortened(plain, max);
}

/** The text within `max` characters; a longer one is cut between words, with an ellipsis. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > max / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
