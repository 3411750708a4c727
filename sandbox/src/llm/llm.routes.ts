import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { Failure } from '../http/failure.ts';
import { type Answer, composeAnswer, type ResponseFormat } from './answer.ts';
import { takeLlmFault } from './faults.ts';
import { type Asked, type ChatMessage, readPrompt, textOf } from './read-prompt.ts';
import type { LlmFault } from './state.ts';
import { countedAs, writerFor } from './writers.ts';

interface ChatRequest {
  model?: string;
  messages?: ChatMessage[];
  response_format?: ResponseFormat;
  stream?: boolean;
}

const keptPrompts = 100;
const slowMs = 30_000;
const started = Math.floor(Date.now() / 1000);

/** Everything under `/llm/v1`: chat completions and the list of models. */
export function registerLlm(app: FastifyInstance, context: SandboxContext): void {
  app.get('/models', async () => ({ object: 'list', data: [modelView('sandbox')] }));
  app.get<{ Params: { id: string } }>('/models/:id', async (request) => modelView(request.params.id));

  app.post('/chat/completions', async (request) => {
    const body = (request.body ?? {}) as ChatRequest;
    const messages = checkRequest(body);
    const asked = readPrompt(messages);
    const fault = takeLlmFault(context.store.state.llm, asked.niche) ?? null;
    context.store.changed();
    if (fault?.kind === 'slow' || fault?.delayMs) await sleep(fault.delayMs ?? slowMs);
    if (fault?.kind === 'server_error') {
      remember(context, body, messages, asked, fault, '(server error)');
      throw llmFailure(
        500,
        'The server had an error while processing your request. Sorry about that!',
        'server_error',
      );
    }
    const state = context.store.state.llm;
    const model = body.model ?? 'sandbox';
    const count = countedAs(model, asked.niche);
    const from = state.served[count] ?? 0;
    state.served[count] = from + asked.count;
    const writer = { write: writerFor(model), from };
    const answer = composeAnswer(asked, body.response_format, writer, fault?.kind ?? null);
    remember(context, body, messages, asked, fault, answer.content ?? answer.refusal ?? '');
    return completionView(model, messages, answer);
  });
}

function checkRequest(body: ChatRequest): ChatMessage[] {
  if (!Array.isArray(body.messages) || body.messages.length === 0) {
    throw llmFailure(400, "Missing required parameter: 'messages'.", 'invalid_request_error', 'messages');
  }
  if (body.stream) {
    throw llmFailure(400, 'The sandbox does not stream answers.', 'invalid_request_error', 'stream');
  }
  return body.messages;
}

function remember(
  context: SandboxContext,
  body: ChatRequest,
  messages: ChatMessage[],
  asked: Asked,
  fault: LlmFault | null,
  answer: string,
): void {
  const { prompts } = context.store.state.llm;
  prompts.push({
    id: randomUUID(),
    receivedAt: new Date().toISOString(),
    model: body.model ?? 'sandbox',
    messages: messages.map((message) => ({ role: message.role, content: textOf(message) })),
    ...asked,
    answer,
    fault: fault?.kind ?? null,
  });
  prompts.splice(0, Math.max(0, prompts.length - keptPrompts));
  context.store.changed();
}

function completionView(model: string, messages: ChatMessage[], answer: Answer): object {
  const promptTokens = tokensOf(messages.map(textOf).join('\n'));
  const completionTokens = tokensOf(answer.content ?? answer.refusal ?? '');
  return {
    id: `chatcmpl-${randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: answer.content, refusal: answer.refusal, annotations: [] },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: 0,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    },
    service_tier: 'default',
  };
}

function modelView(id: string): object {
  return { id, object: 'model', created: started, owned_by: 'sandbox' };
}

// About four characters per token, as in English text.
function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

function llmFailure(status: number, message: string, type: string, param: string | null = null): Failure {
  return new Failure(status, { error: { message, type, param, code: null } });
}
