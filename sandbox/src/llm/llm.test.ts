import type OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../test/harness.ts';
import { checkerFor, haveProviderFiles, needsProviderFiles } from '../../test/provider-schemas.ts';
import { weightedLength } from '../x/text.ts';
import { fillSchema } from './fill-schema.ts';
import { goodPostsOf, writeGoodPost } from './good-writer.ts';
import { readShelf } from './material.ts';

const postsSchema = {
  type: 'object',
  properties: {
    posts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
        additionalProperties: false,
      },
    },
  },
  required: ['posts'],
  additionalProperties: false,
};

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.control('POST', '/reset'));

function request(niche: string, count: number): OpenAI.ChatCompletionCreateParamsNonStreaming {
  return {
    model: 'sandbox',
    messages: [
      { role: 'system', content: 'You write posts for X.' },
      { role: 'user', content: `Niche: ${niche}\nWrite ${count} posts. No links.` },
    ],
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'posts', strict: true, schema: postsSchema },
    },
  };
}

describe('the good writer', () => {
  it('has material for at least 40 niches, each topic with openings and continuations that fit a post', () => {
    expect(readShelf().length).toBeGreaterThanOrEqual(40);
    for (const { title, names, topics } of readShelf()) {
      expect(names.length, title).toBeGreaterThan(0);
      expect(topics.length, title).toBeGreaterThanOrEqual(10);
      for (const { name, openings, continuations } of topics) {
        expect([openings.length >= 10, continuations.length >= 6], `${title}: ${name}`).toEqual([true, true]);
        const longest = (lines: readonly string[]) => Math.max(...lines.map(weightedLength));
        expect(longest(openings) + longest(continuations), `${title}: ${name}`).toBeLessThan(279);
      }
    }
  });

  it('opens no two posts of a niche alike until every opening was used, and never writes one twice', () => {
    for (const material of readShelf()) {
      const openings = material.topics.flatMap((topic) => topic.openings).length;
      // All posts of one niche; of the others as many as there are openings.
      const count = material.title === readShelf()[0]?.title ? goodPostsOf(material) : openings;
      const posts = Array.from({ length: count }, (_, number) =>
        writeGoodPost(material.names[0] ?? '', number),
      );
      expect(new Set(posts).size, material.title).toBe(count);
      const begins = posts
        .slice(0, openings)
        .map((post) => post.toLowerCase().split(/\W+/).slice(0, 3).join(' '));
      expect(new Set(begins).size, material.title).toBe(openings);
    }
  });
});

describe('what it writes', () => {
  it('fills any schema', () => {
    let number = 0;
    const nextText = (): string => `post ${++number}`;
    const schema = {
      type: 'object',
      properties: {
        list: { type: 'array', maxItems: 2, items: { $ref: '#/$defs/entry' } },
        kind: { enum: ['a', 'b'] },
        score: { type: 'integer', minimum: 3 },
        maybe: { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 4 }] },
        fixed: { const: 9 },
        sure: { type: 'boolean' },
      },
      $defs: { entry: { type: 'object', properties: { text: { type: ['string', 'null'] } } } },
    };
    expect(fillSchema(schema, { count: 5, niche: 'x', nextText })).toEqual({
      list: [{ text: 'post 1' }, { text: 'post 2' }],
      kind: 'a',
      score: 3,
      maybe: 'post',
      fixed: 9,
      sure: true,
    });
  });
});

describe.skipIf(!haveProviderFiles)(needsProviderFiles, () => {
  it('request, answer, models and errors fit', async () => {
    const check = checkerFor('openai');
    const sent = await bench.send('POST', '/llm/v1/chat/completions', { json: request('Space', 2) });
    await bench.control('POST', '/llm/faults', { kind: 'server_error' });
    const failed = await bench.send('POST', '/llm/v1/chat/completions', { json: request('Space', 2) });
    expect(check('CreateChatCompletionRequest', request('Space', 2))).toEqual([]);
    expect(check('CreateChatCompletionResponse', sent.json)).toEqual([]);
    expect(check('ListModelsResponse', (await bench.send('GET', '/llm/v1/models')).json)).toEqual([]);
    expect(check('ErrorResponse', failed.json)).toEqual([]);
    expect(check('CreateChatCompletionResponse', { choices: 1 })).not.toEqual([]);
  });
});
