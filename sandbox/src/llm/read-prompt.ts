import type { Rewrite } from './rewriter.ts';

export interface ChatMessage {
  role: string;
  content: unknown;
}

export interface Asked {
  niche: string;
  count: number;
  /** The texts to summarise, if the prompt has stories. */
  stories: string[];
  /** The facts that the author states, if the prompt has any. */
  facts: string[];
  /** The post to rewrite, if the prompt has one. */
  rewrite?: Rewrite;
}

const mostPosts = 200;

/** The text of a message, whose content may be split into parts. */
export function textOf(message: ChatMessage): string {
  if (typeof message.content === 'string') return message.content;
  if (!Array.isArray(message.content)) return '';
  return message.content
    .map((part: unknown) => (part as { text?: unknown }).text)
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** Parses what the prompt asks for: 'Niche: X' and 'Write N posts', in these or similar words. */
export function readPrompt(messages: readonly ChatMessage[]): Asked {
  const texts = messages.map(textOf).reverse();
  const rewrite = texts.map(readRewrite).find((found) => found !== undefined);
  return {
    niche: firstMatch(texts, nichePatterns)?.trim() ?? 'everyday life',
    count: Math.min(mostPosts, Math.max(1, Number(firstMatch(texts, countPatterns) ?? 5))),
    stories: texts.flatMap(readStories),
    facts: texts.flatMap(readFacts),
    ...(rewrite && { rewrite }),
  };
}

/** Stories, one per line as JSON: `{"title":…,"text":…}`. */
function readStories(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{"title":'));
  return lines.map((line) => String((JSON.parse(line) as { text?: unknown }).text ?? ''));
}

/** The lines below 'Facts:', each a dash and a JSON string. */
function readFacts(text: string): string[] {
  const lines = text.split('\n');
  const from = lines.indexOf('Facts:');
  if (from === -1) return [];
  const after = lines.slice(from + 1);
  const end = after.findIndex((line) => !line.startsWith('- "'));
  return after.slice(0, end === -1 ? undefined : end).map((line) => String(JSON.parse(line.slice(2))));
}

/** The post, the way and the hint, each on its own line; user text is encoded as JSON strings. */
function readRewrite(text: string): Rewrite | undefined {
  const way = /^Way: (\w+)$/m.exec(text)?.[1];
  const post = /^Post: (".*")$/m.exec(text)?.[1];
  const hint = /^Hint: (".*")$/m.exec(text)?.[1];
  if (!way || !post) return undefined;
  return { text: String(JSON.parse(post)), way, hint: hint ? String(JSON.parse(hint)) : '' };
}

const nichePatterns: readonly RegExp[] = [
  /\bniche\b\s*(?:is|:|=)\s*["'“<]*([^\n"'”<>.;]{2,60})/i,
  /\b(?:topic|subject|theme)\b\s*(?:is|:|=)\s*["'“<]*([^\n"'”<>.;]{2,60})/i,
  /\b(?:posts|tweets)\s+(?:about|on|for)\s+(?:the\s+)?["'“]?([^\n"'”.;,]{2,60}?)["'”]?(?:\s+niche)?\s*(?:[.;,\n]|$)/i,
];

const countPatterns: readonly RegExp[] = [
  /\b(?:write|generate|create|produce|give me|draft|return)\s+(?:me\s+)?(?:exactly\s+)?(\d{1,4})\b/i,
  /\b(?:number of posts|posts|count|quantity)\s*(?:is|:|=)\s*(\d{1,4})\b/i,
  /\b(\d{1,4})\s+(?:[\w-]+\s+){0,4}(?:posts|tweets)\b/i,
];

function firstMatch(texts: readonly string[], patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    for (const text of texts) {
      const found = pattern.exec(text)?.[1];
      if (found) return found;
    }
  }
  return undefined;
}
