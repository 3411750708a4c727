const refusals = [
  /\bas an? (?:ai|artificial intelligence|large language)\b[^.!?]{0,40}\b(?:model|assistant|i)\b/i,
  /^(?:unfortunately,? )?i(?: can['’]?t| can ?not| won['’]t|(?: am|['’]m) (?:unable|not able) to) (?:help(?! but)|assist|write|create|generate|produce|provide|comply|fulfil+)\b/i,
  /^(?:i['’]m |i am )?sorry,? (?:but )?i (?:can|won|am)/i,
  /\bi (?:must|have to) (?:decline|refuse)\b/i,
];

/** Removes what models wrap around a draft: quotes, list markers, extra space. */
export function tidyDraft(text: string): string {
  const bare = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .replace(/^(?:post )?\d{1,3}[.):] (?=\S)/i, '')
    .replace(/^[-*•] (?=\S)/, '');
  const quoted = /^(?:"([^"]*)"|“([^“”]*)”)$/s.exec(bare);
  return (quoted?.[1] ?? quoted?.[2] ?? bare).trim();
}

/** Whether a tidied text is the model declining, rather than a post. */
export function isRefusal(text: string): boolean {
  return refusals.some((pattern) => pattern.test(text));
}

/** Accepted posts as a whole percentage of the planned ones; 100 only when all are accepted. */
export function progressOf(accepted: number, planned: number): number {
  return planned === 0 ? 0 : Math.min(100, Math.floor((accepted / planned) * 100));
}
