import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../test/harness.ts';
import { checkerFor, haveProviderFiles, needsProviderFiles } from '../../test/provider-schemas.ts';
import { weightedLength } from '../x/weighted-length.ts';
import { composeAnswer } from './answer.ts';
import { fillSchema } from './fill-schema.ts';
import { goodPostsOf, writeGoodPost } from './good-writer.ts';
import { materialFor, parseMaterial, readShelf, readWriterLines } from './material.ts';
import { hashtagOf, vocabularyFor, writePosts } from './plain-writer.ts';
import { readPrompt } from './read-prompt.ts';
import { countedAs, writerFor } from './writers.ts';

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
let openai: OpenAI;
beforeAll(async () => {
  bench = await startBench();
  openai = new OpenAI({ baseURL: `${bench.url}/llm/v1`, apiKey: 'any', maxRetries: 0 });
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

async function ask(niche = 'Fitness', count = 5): Promise<string[]> {
  const completion = await openai.chat.completions.create(request(niche, count));
  const { posts } = JSON.parse(completion.choices[0]?.message.content ?? '') as { posts: { text: string }[] };
  return posts.map((post) => post.text);
}

describe('the model', () => {
  it('answers with as many posts as asked, and others the next time', async () => {
    const posts = [...(await ask('Fitness', 14)), ...(await ask('Fitness', 14))];
    expect(new Set(posts).size).toBe(28);
  });

  it.each([
    'Write exactly 12 posts.',
    'Give me 12 about tea.',
    'Number of posts: 12',
    'posts=12',
    'Count : 12',
    'The quantity is 12.',
    'I need 12 short dry posts.',
  ])('reads how many posts are asked for: %s', (content) => {
    expect(readPrompt([{ role: 'user', content }]).count).toBe(12);
  });

  it('counts tokens, names itself and does not refuse', async () => {
    const completion = await openai.chat.completions.create(request('Travel', 2));
    const { usage } = completion;
    expect(completion.choices[0]?.message).toMatchObject({ role: 'assistant', refusal: null });
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
    expect((await openai.models.list()).data[0]?.id).toBe('sandbox');
  });

  it('answers in plain text when no format is asked for', async () => {
    const { response_format: _none, ...plain } = request('Travel', 3);
    const completion = await openai.chat.completions.create(plain);
    expect(
      completion.choices[0]?.message.content?.split('\n').filter((line) => /^\d\. /.test(line)),
    ).toHaveLength(3);
  });

  it('keeps the last hundred prompts', async () => {
    for (let index = 0; index < 102; index += 1) await ask('Space', 1);
    const { prompts } = await bench.control<{ prompts: { niche: string }[] }>('GET', '/llm/prompts');
    expect([prompts.length, prompts[0]?.niche]).toEqual([100, 'Space']);
  });

  it('says that it does not stream', async () => {
    const streamed = openai.chat.completions.create({ ...request('Space', 1), stream: true });
    await expect(streamed).rejects.toThrow(/does not stream/);
  });
});

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
      const count = goodPostsOf(material);
      const posts = Array.from({ length: count }, (_, number) =>
        writeGoodPost(material.names[0] ?? '', number),
      );
      expect(new Set(posts).size, material.title).toBe(count);
      const openings = material.topics.flatMap((topic) => topic.openings).length;
      const begins = posts
        .slice(0, openings)
        .map((post) => post.toLowerCase().split(/\W+/).slice(0, 3).join(' '));
      expect(new Set(begins).size, material.title).toBe(openings);
    }
  });

  it('claims nothing: no figure, no story of its own, no link, tag or dash', () => {
    for (const { title, topics } of readShelf())
      for (const line of topics.flatMap(({ openings, continuations }) => [...openings, ...continuations]))
        expect(/\d|\bI\b|\b[Ww]e\b|#|@|—|–|!|https?:/.test(line), `${title}: ${line}`).toBe(false);
  });

  it('finds the material of a niche by a person’s own name of it, and everyday life otherwise', () => {
    const titles = ['Indoor Plants', 'Solo Travel', 'Espresso', 'Underwater Basket Weaving'].map(
      (niche) => materialFor(niche).title,
    );
    expect(titles).toEqual(['Gardening', 'Travel', 'Coffee', 'Everyday']);
    expect(countedAs('any', 'Solo Travel')).toBe(countedAs('any', 'Budget Travel'));
  });

  it('tells the facts that the prompt gives, in turn', () => {
    const content =
      'Niche: "Gardening"\nWrite 11 posts\nDATA\nFacts:\n- "Beans cost $3"\n- "The \\"fair\\" is in May."\nEND OF DATA';
    const asked = readPrompt([{ role: 'user', content }]);
    expect(asked).toMatchObject({
      niche: 'Gardening',
      count: 11,
      facts: ['Beans cost $3', 'The "fair" is in May.'],
    });
    // Also where nothing follows them.
    expect(readPrompt([{ role: 'user', content: 'Facts:\n- "One"\n- "Two"' }]).facts).toEqual(['One', 'Two']);
    const posts = Array.from({ length: 11 }, (_, number) => writeGoodPost('Gardening', number, asked.facts));
    expect(posts.filter((post) => post.includes('Beans cost $3.'))).toHaveLength(2);
    expect(posts.filter((post) => post.includes('The "fair" is in May.'))).toHaveLength(1);
  });

  it('reads a page of material', () => {
    expect(parseMaterial('# Moss\nnames: moss, lichen\n\n## Shade\n- One.\n- Two.\n+ Then.\n')).toEqual({
      title: 'Moss',
      names: ['moss', 'lichen'],
      topics: [{ name: 'Shade', openings: ['One.', 'Two.'], continuations: ['Then.'] }],
    });
  });
});

describe('a model’s name picks the writer', () => {
  it.each(['plain', 'sloppy', 'inventing', 'hostile', 'repeating', 'sloppy-held'])('%s', async (model) => {
    const completion = await openai.chat.completions.create({ ...request('Gardening', 5), model });
    const { posts } = JSON.parse(completion.choices[0]?.message.content ?? '') as {
      posts: { text: string }[];
    };
    expect(posts.map(({ text }) => text)).toEqual(
      [0, 1, 2, 3, 4].map((n) => writerFor(model)({ niche: 'Gardening' }, n)),
    );
    expect(posts.map(({ text }) => text)).not.toContain(writeGoodPost('Gardening', 0));
  });

  it('bad ones give each of their lines as it is, and mix them after that, but for the hostile one', () => {
    for (const [model, mixes] of [
      ['sloppy', true],
      ['hostile', false],
    ] as const) {
      const lines = readWriterLines(model, 'seen').map((line) => line.replaceAll('{niche}', 'gardening'));
      const round = (from: number) =>
        lines.map((_, at) => writerFor(model)({ niche: 'Gardening' }, from * lines.length + at));
      expect(round(0)).toEqual(lines);
      expect(
        round(1).some((post) => !lines.includes(post)),
        model,
      ).toBe(mixes);
    }
  });

  it('any other name: the good one', () => {
    expect(writerFor('gpt-5')({ niche: 'Gardening' }, 3)).toBe(writeGoodPost('Gardening', 3));
  });
});

describe('its faults', () => {
  it('meets only the niche that it names', async () => {
    await bench.control('POST', '/llm/faults', { kind: 'server_error', niche: 'Fitness' });
    expect(await ask('Gaming', 3)).toHaveLength(3);
    await expect(ask('Fitness')).rejects.toThrow('500');
    expect(await ask('Fitness', 3)).toHaveLength(3);
  });

  it('malformed: no JSON', async () => {
    await bench.control('POST', '/llm/faults', { kind: 'malformed' });
    await expect(ask()).rejects.toBeInstanceOf(SyntaxError);
    expect(await ask()).toHaveLength(5);
  });

  it('too_long: over 280', async () => {
    await bench.control('POST', '/llm/faults', { kind: 'too_long' });
    expect((await ask()).every((text) => weightedLength(text) > 280)).toBe(true);
  });

  it('duplicates: the same post again and again', async () => {
    await bench.control('POST', '/llm/faults', { kind: 'duplicates' });
    expect(new Set(await ask()).size).toBe(1);
  });

  it('refusal: no content', async () => {
    await bench.control('POST', '/llm/faults', { kind: 'refusal' });
    const completion = await openai.chat.completions.create(request('Space', 1));
    expect(completion.choices[0]?.message).toMatchObject({ content: null, refusal: expect.any(String) });
  });

  it('server_error: as often as counted', async () => {
    await bench.control('POST', '/llm/faults', { kind: 'server_error', count: 2 });
    await expect(ask()).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    await expect(ask()).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    expect(await ask()).toHaveLength(5);
  });

  it('server_error: until it is taken away', async () => {
    await bench.control('POST', '/llm/faults', { kind: 'server_error', count: null });
    for (let time = 1; time <= 3; time += 1)
      await expect(ask()).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    await bench.control('DELETE', '/llm/faults');
    expect(await ask()).toHaveLength(5);
  });

  it('slow: longer than an impatient client waits', async () => {
    await bench.control('POST', '/llm/faults', { kind: 'slow', delayMs: 5000 });
    const impatient = openai.chat.completions.create(request('Space', 1), { timeout: 100 });
    await expect(impatient).rejects.toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
  });
});

describe('what it writes', () => {
  const niches = [
    'Fitness',
    'AI & Machine Learning',
    'Personal Finance',
    'Gaming',
    'Beekeeping',
    'Mental Health',
  ];

  it.each(niches)('%s: 300 posts of the plain writer fit, have no link, and no two are alike', (niche) => {
    const posts = writePosts(niche, 0, 300);
    expect(Math.max(...posts.map(weightedLength))).toBeLessThanOrEqual(280);
    expect(posts.filter((post) => /https?:|www\.|\w\.(com|org|net|io)\b/.test(post))).toEqual([]);
    expect(posts.filter((post) => (post.match(/#/g) ?? []).length > 1)).toEqual([]);
    const words = posts.map((post) => new Set(post.toLowerCase().match(/[\p{L}’]+/gu) ?? []));
    let worst = 0;
    words.forEach((one, index) => {
      for (const other of words.slice(0, index)) worst = Math.max(worst, likeness(one, other));
    });
    expect(worst).toBeLessThan(0.65);
  });

  it('speaks the language of the niche', () => {
    expect(vocabularyFor('AI & Machine Learning').people).toContain('ML teams');
    expect(vocabularyFor('Strength Training').people).toContain('lifters');
    expect(vocabularyFor('Underwater Basket Weaving').names).toEqual([]);
    expect(hashtagOf('Personal Finance')).toBe('#PersonalFinance');
  });

  it('gives the first sentence of each story where it is asked for summaries', () => {
    const content = 'Niche: Gaming\nStories:\n{"title":"A","text":"One. Two."}\n{"title":"B","text":"Three"}';
    const asked = readPrompt([{ role: 'user', content }]);
    expect(asked.stories).toEqual(['One. Two.', 'Three']);
    const answer = composeAnswer(
      { ...asked, count: 2 },
      { type: 'json_object' },
      { write: writerFor('any'), from: 0 },
      null,
    );
    expect(JSON.parse(answer.content ?? '')).toEqual({ posts: [{ text: 'One.' }, { text: 'Three' }] });
  });

  it('reads niche and count from differently worded prompts', () => {
    const read = (content: string): object => {
      const { niche, count } = readPrompt([{ role: 'user', content }]);
      return { niche, count };
    };
    expect(read('Niche: Gaming\nWrite 14 posts.')).toEqual({ niche: 'Gaming', count: 14 });
    expect(read('Write exactly 3 posts about Home Cooking.')).toEqual({ niche: 'Home Cooking', count: 3 });
    expect(read('The niche is "Space". I need 7 short posts')).toEqual({ niche: 'Space', count: 7 });
  });

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

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared / (one.size + other.size - shared);
}
