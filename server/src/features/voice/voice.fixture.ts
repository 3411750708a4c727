import type { Voice } from '@drumbeat/contract/voice/voice.ts';
import type { TestApp } from '../../../test/build-app.ts';
import { type Answer, call } from '../../../test/factories.ts';

const openings = [
  'this morning',
  'again today',
  'no lie',
  'as ever',
  'one more time',
  'somehow',
  'at last',
  'so far',
];
const subjects = ['the dough', 'my old oven', 'that rye loaf', 'the scale', 'our starter', 'the big tin'];
const doings = ['took its time', 'came out flat', 'smelled of honey', 'beat me', 'held up', 'made me wait'];

/** Posts of a baker: lower case, short, without exclamation marks, emoji, hashtags or a full stop at the end. */
export function bakerPosts(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const subject = subjects[(at * 5) % subjects.length];
    const doing = doings[(at * 7 + Math.floor(at / 6)) % doings.length];
    const tail = at % 3 === 0 ? ', and i let it be' : '';
    return `${openings[at % openings.length]} ${subject} ${doing}${tail} - batch ${at + 1}`;
  });
}

/** A post that no baker of these would write. */
export const LOUD =
  'BIG NEWS!!! We are thrilled to launch our Leadership Newsletter; subscribe now 🚀 #growth #mindset';

type Refusal = { code: string; message: string; data?: { fields?: Record<string, string> } };
export type Answered<T> = Promise<Answer<T & Refusal>>;
type As = { token: string };

export function getVoice(app: TestApp, { token }: As, accountId?: number): Answered<Voice> {
  const query = accountId === undefined ? '' : `?twitterAccountId=${accountId}`;
  return call(app, 'GET', `/api/voice${query}`, { token });
}

export const emptySettings: Voice['settings'] = {
  language: 'en',
  tone: '',
  topics: [],
  avoidedTopics: [],
  bannedWords: [],
  signOff: '',
  samples: [],
};

export function saveVoice(app: TestApp, { token }: As, change: object = {}): Answered<Voice> {
  return call(app, 'PUT', '/api/voice', { token, body: { ...emptySettings, ...change } });
}

type Imported = { voice: Voice; read: number; leftOut: number };

/** Imports posts, the first of them the newest. */
export function importPosts(
  app: TestApp,
  { token }: As,
  texts: readonly string[],
  more: object = {},
): Answered<Imported> {
  const posts = texts.map((text, at) => ({
    text,
    sentAt: new Date(Date.UTC(2026, 0, 1) - at).toISOString(),
  }));
  return call(app, 'POST', '/api/voice/import', { token, body: { source: 'archive', posts, ...more } });
}
