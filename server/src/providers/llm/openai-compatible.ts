import { z } from 'zod';
import type { LanguageModel, WriteAnswer, WriteRequest } from './llm.ts';
import { instructions, promptFor } from './prompt.ts';

type Options = {
  /** Up to and including the version: `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey: string;
  model: string;
  /** How long one answer may take, in ms. */
  deadlineMs?: number;
};

const MODEL_DEADLINE_MS = 60_000;
const answer = z.object({ posts: z.array(z.object({ text: z.string() })) });

/** A model behind any endpoint that speaks OpenAI's chat completions with JSON-schema output. */
export function createOpenAiCompatibleModel(options: Options): LanguageModel {
  let loading: ReturnType<typeof loadSdk> | undefined;

  async function ask(request: WriteRequest, signal: AbortSignal): Promise<WriteAnswer> {
    loading ??= loadSdk();
    const { ai, createOpenAICompatible } = await loading;
    const { baseUrl, apiKey, model } = options;
    const provider = createOpenAICompatible({
      name: 'llm',
      baseURL: baseUrl,
      apiKey,
      supportsStructuredOutputs: true,
    });
    const result = await ai.generateText({
      model: provider(model),
      output: ai.Output.object({ schema: answer, name: 'posts' }),
      instructions,
      prompt: promptFor(request),
      // The job's queue retries, with pauses and across restarts.
      maxRetries: 0,
      abortSignal: signal,
    });
    if (result.finishReason === 'content-filter') return declined;
    return { ok: true, posts: result.output.posts.map((post) => post.text) };
  }

  return {
    async writePosts(request, signal) {
      const deadline = AbortSignal.timeout(options.deadlineMs ?? MODEL_DEADLINE_MS);
      try {
        return await ask(request, AbortSignal.any([signal, deadline]));
      } catch (error) {
        signal.throwIfAborted();
        return failureOf(error);
      }
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

const declined: WriteAnswer = { ok: false, failure: 'declined', detail: 'the model declined' };
const malformedNames = new Set([
  'AI_NoObjectGeneratedError',
  'AI_NoOutputGeneratedError',
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
]);
type SdkError = { name: string; message: string; statusCode: number; finishReason: string };

/** Puts whatever the SDK threw into our words. A 200 whose body cannot be read counts as malformed. */
function failureOf(error: unknown): WriteAnswer {
  const { name = '', message = String(error), statusCode, finishReason } = error as Partial<SdkError>;
  if (finishReason === 'content-filter') return declined;
  const malformed = malformedNames.has(name) || (name === 'AI_APICallError' && statusCode === 200);
  const failure = malformed ? 'malformed' : 'unavailable';
  return { ok: false, failure, detail: `${name} ${statusCode ?? ''} ${message}`.slice(0, 500) };
}
