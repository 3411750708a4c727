import type { Voice } from '@drumbeat/contract/voice/voice.ts';

/** An account's voice that nobody has set yet. */
export function buildVoice(over: Partial<Voice> = {}): Voice {
  const settings: Voice['settings'] = {
    language: 'en',
    tone: '',
    topics: [],
    avoidedTopics: [],
    bannedWords: [],
    signOff: '',
    samples: [],
  };
  return { settings, profile: null, proposals: [], rules: [], ...over };
}
