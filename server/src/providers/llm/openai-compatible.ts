import { z } from 'zod';
import type { LanguageModel, ModelUsage, NewsModel, WriteAnswer } from './llm.ts';
import { newsInstructions, newsPromptFor } from './news-prompt.ts';

type Options = {
  /** Up to and including the version: `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey: string;
  model: string;
  /** How long one answer may take, in ms. */
  deadlineMs?: number;
};

const MODEL_DEADLINE_MS = 60_000;
const texts = z.array(z.object({ text: z.string() }));
const posts = { name: 'posts', schema: z.object({ posts: texts }) };
const summaries = { name: 'summaries', schema: z.object({ summaries: texts }) };

type Question<T> = {
  name: string;
  schema: z.ZodType<T>;
  instructions: string;
  prompt: string;
  model?: string | null;
};
type Failed = Extract<WriteAnswer, { ok: false }>;
/** What came, and what it cost where the model said so. */
type Asked<T> = { got: T | Failed; usage?: ModelUsage };

/** A model behind any endpoint that speaks OpenAI's chat completions with JSON-schema output. */
export function createOpenAiCompatibleModel(options: Options): LanguageModel & NewsModel {
  let loading: ReturnType<typeof loadSdk> | undefined;

  async function generate<T>(
    { name, schema, model: named, ...rest }: Question<T>,
    signal: AbortSignal,
  ): Promise<Asked<T>> {
    loading ??= loadSdk();
    const { ai, createOpenAICompatible } = await loading;
    const { baseUrl, apiKey, model } = options;
    const provider = createOpenAICompatible({
      name: 'llm',
      baseURL: baseUrl,
      apiKey,
      supportsStructuredOutputs: true,
      // The key goes to this address and to no other.
      fetch: (address, init) => fetch(address, { ...init, redirect: 'error' }),
    });
    const result = await ai.generateText({
      model: provider(named ?? model),
      output: ai.Output.object({ schema, name }),
      ...rest,
      // The job's queue retries, with pauses and across restarts.
      maxRetries: 0,
      abortSignal: signal,
    });
    const got = result.finishReason === 'content-filter' ? declined : result.output;
    return { got, ...usageOf(result.usage, named ?? model) };
  }

  /** What the model gives, or why nothing came. Throws only when the caller's signal aborts. */
  async function ask<T extends object>(question: Question<T>, signal: AbortSignal): Promise<Asked<T>> {
    const deadline = AbortSignal.timeout(options.deadlineMs ?? MODEL_DEADLINE_MS);
    try {
      return await generate(question, AbortSignal.any([signal, deadline]));
    } catch (error) {
      signal.throwIfAborted();
      const { usage } = error as { usage?: Tokens };
      return { got: failureOf(error), ...usageOf(usage, question.model ?? options.model) };
    }
  }

  return {
    async writePosts(request, signal) {
      const { got, ...usage } = await ask({ ...posts, ...request }, signal);
      return 'ok' in got
        ? { ...got, ...usage }
        : { ok: true, posts: got.posts.map(({ text }) => text), ...usage };
    },
    async summarizeNews(request, signal) {
      const question = { ...summaries, instructions: newsInstructions, prompt: newsPromptFor(request) };
      const { got, ...usage } = await ask(question, signal);
      return 'ok' in got
        ? { ...got, ...usage }
        : { ok: true, texts: got.summaries.map(({ text }) => text), ...usage };
    },
  };
}

// Loaded at first use: a process that writes nothing stays small and starts fast.
async function loadSdk() {
  const [ai, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  return { ai, createOpenAICompatible };
}

type Tokens = { inputTokens?: number | undefined; outputTokens?: number | undefined };

function usageOf(tokens: Tokens | undefined, model: string): { usage?: ModelUsage } {
  if (tokens?.inputTokens === undefined || tokens.outputTokens === undefined) return {};
  return { usage: { model, inputTokens: tokens.inputTokens, outputTokens: tokens.outputTokens } };
}

const declined: Failed = { ok: false, failure: 'declined', detail: 'the model declined' };
const malformedNames = new Set([
  'AI_NoObjectGeneratedError',
  'AI_NoOutputGeneratedError',
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
]);
type SdkError = { name: string; message: string; statusCode: number; finishReason: string };

/** Puts whatever the SDK threw into our words. A 200 whose body cannot be read counts as malformed. */
function failureOf(error: unknown): Failed {
  const { name = '', message = String(error), statusCode, finishReason } = error as Partial<SdkError>;
  if (finishReason === 'content-filter') return declined;
  const malformed = malformedNames.has(name) || (name === 'AI_APICallError' && statusCode === 200);
  const failure = malformed ? 'malformed' : 'unavailable';
  const noSuchModel = statusCode === 400 || statusCode === 404;
  return { ok: false, failure, noSuchModel, detail: `${name} ${statusCode ?? ''} ${message}`.slice(0, 500) };
}
