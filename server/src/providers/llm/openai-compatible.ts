import { z } from 'zod';
import { type LanguageModel, ModelFailure, type WriteRequest } from './llm.ts';
import { instructions, promptFor } from './prompt.ts';

type Options = {
  /** Up to and including the version: `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey: string;
  model: string;
  /** How long one answer may take, in ms. */
  deadlineMs?: number;
};

export const MODEL_DEADLINE_MS = 60_000;
const answer = z.object({ posts: z.array(z.object({ text: z.string() })) });

/** A model behind any endpoint that speaks OpenAI's chat completions with JSON-schema output. */
export function createOpenAiCompatibleModel(options: Options): LanguageModel {
  let loading: ReturnType<typeof loadSdk> | undefined;

  async function ask(request: WriteRequest, signal: AbortSignal): Promise<string[]> {
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
    if (result.finishReason === 'content-filter') throw new ModelFailure('refusal', 'the model declined');
    return result.output.posts.map((post) => post.text);
  }

  return {
    async writePosts(request, signal) {
      const deadline = AbortSignal.timeout(options.deadlineMs ?? MODEL_DEADLINE_MS);
      try {
        return await ask(request, AbortSignal.any([signal, deadline]));
      } catch (error) {
        signal.throwIfAborted();
        throw asModelFailure(error);
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

type SdkError = { name: string; message: string; statusCode: number; finishReason: string };
const malformedNames = new Set([
  'AI_NoObjectGeneratedError',
  'AI_NoOutputGeneratedError',
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
]);

/** Puts whatever the SDK threw into our words. A 200 whose body cannot be read counts as malformed. */
function asModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { name, message, statusCode, finishReason } = error as Partial<SdkError>;
  if (finishReason === 'content-filter') return new ModelFailure('refusal', 'the model declined', error);
  const malformed = malformedNames.has(name ?? '') || (name === 'AI_APICallError' && statusCode === 200);
  return malformed
    ? new ModelFailure('malformed', `the answer was not of the agreed form: ${message}`, error)
    : new ModelFailure('unavailable', `the model could not be reached: ${message}`, error);
}
