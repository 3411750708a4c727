import { fillSchema, type Schema } from './fill-schema.ts';
import type { Asked } from './read-prompt.ts';
import type { LlmFaultKind } from './state.ts';
import type { Writer } from './writers.ts';

export interface ResponseFormat {
  type?: string;
  json_schema?: { schema?: Schema };
}

export interface Answer {
  content: string | null;
  refusal: string | null;
}

const postsSchema: Schema = {
  type: 'object',
  properties: {
    posts: { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } },
  },
};

/** The model's answer. `from` is the number of posts that its writer has already produced. */
export function composeAnswer(
  asked: Asked,
  format: ResponseFormat | undefined,
  { write, from }: { write: Writer; from: number },
  fault: LlmFaultKind | null,
): Answer {
  if (fault === 'refusal')
    return { content: null, refusal: 'I’m sorry, but I can’t help with that request.' };
  const nextText =
    asked.stories.length > 0
      ? summaries(asked.stories)
      : textSource((number) => write(asked, number), from, fault);
  const content = writeContent(asked, format, nextText);
  if (fault === 'malformed')
    return { content: content.slice(0, Math.floor(content.length * 0.6)), refusal: null };
  return { content, refusal: null };
}

function writeContent(asked: Asked, format: ResponseFormat | undefined, nextText: () => string): string {
  if (format?.type === 'json_schema' || format?.type === 'json_object') {
    const schema = format.json_schema?.schema ?? postsSchema;
    return JSON.stringify(fillSchema(schema, { ...asked, nextText }));
  }
  const texts = Array.from({ length: asked.count }, nextText);
  return texts.length === 1
    ? (texts[0] as string)
    : texts.map((text, index) => `${index + 1}. ${text}`).join('\n');
}

/** The first sentence of each story, in order. */
function summaries(stories: readonly string[]): () => string {
  const left = [...stories];
  return () => left.shift()?.split(/(?<=[.!?])\s/)[0] ?? '';
}

function textSource(
  write: (number: number) => string,
  from: number,
  fault: LlmFaultKind | null,
): () => string {
  let number = from;
  return () => {
    const text = write(fault === 'duplicates' ? from : number);
    number += 1;
    return fault === 'too_long' ? lengthen(write, text, number) : text;
  };
}

function lengthen(write: (number: number) => string, text: string, number: number): string {
  return [text, ...[1, 2, 3, 4, 5].map((step) => write(number + 5000 + step))].join(' ');
}
