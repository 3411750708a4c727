import type { WriteRequest } from './llm.ts';

/** How much of a text is enough to recognise it by, in characters. */
const EXCERPT = 120;

/** The standing instructions: who writes, for whom, in what manner. */
export const instructions = [
  'You write posts for the X account of one person or small business.',
  'Each post stands alone, says one useful, surprising or entertaining thing, and sounds like a person who knows the subject.',
  'Vary form and opening from post to post: a tip, a question, an opinion, a short story, a number that matters, a myth put right.',
  'Never mention that a machine writes.',
].join('\n');

/** The request itself. `Niche:` and `Write N posts` stand on lines of their own. */
export function promptFor(request: WriteRequest): string {
  const lines = [
    `Niche: ${oneLine(request.niche)}`,
    `Write ${request.count} posts`,
    '',
    'Rules for every post:',
    '- At most 280 characters; emoji count as two.',
    '- No links, no web addresses, no domain names.',
    '- No more than two hashtags, and none in most posts. At most one cashtag.',
    '- No two posts alike in wording or idea.',
    '- Plain text only: no numbering, no quotation marks around the post.',
  ];
  if (request.corrections.length > 0) {
    lines.push(
      '',
      'Earlier answers were refused. This time:',
      ...request.corrections.map((text) => `- ${text}`),
    );
  }
  if (request.avoid.length > 0) {
    lines.push(
      '',
      'Already written; do not repeat or paraphrase:',
      ...request.avoid.map((text) => `- ${excerpt(text)}`),
    );
  }
  return lines.join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function excerpt(text: string): string {
  const line = [...oneLine(text)];
  return line.length <= EXCERPT ? line.join('') : `${line.slice(0, EXCERPT).join('')}…`;
}
