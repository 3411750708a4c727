import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idField, instant } from '../common.ts';
import {
  BANNED_MAX,
  BANNED_WORD_MAX,
  COMPARED_MAX,
  IMPORT_BODY_MAX,
  IMPORT_MAX,
  IMPORTED_POST_MAX,
  POINT_MAX,
  SAMPLE_MAX,
  SAMPLES_MAX,
  SIGN_OFF_MAX,
  TONE_MAX,
  TOPIC_MAX,
  TOPICS_MAX,
  type VoiceLanguage,
  voiceLanguages,
  voicePoints,
} from './voice.rules.ts';

const tag = 'voice';

const language = z.enum(Object.keys(voiceLanguages) as [VoiceLanguage, ...VoiceLanguage[]]);
const point = z.enum(voicePoints);
const account = { twitterAccountId: idField.optional() };

function entries(most: number, longest: number, what: string) {
  return z
    .array(z.string().trim().min(1).max(longest, `At most ${longest} characters each`))
    .max(most, `At most ${most} ${what}`);
}

const settings = z.object({
  language,
  tone: z.string().trim().max(TONE_MAX, `At most ${TONE_MAX} characters`),
  topics: entries(TOPICS_MAX, TOPIC_MAX, 'topics'),
  avoidedTopics: entries(TOPICS_MAX, TOPIC_MAX, 'topics'),
  bannedWords: entries(BANNED_MAX, BANNED_WORD_MAX, 'words'),
  signOff: z.string().trim().max(SIGN_OFF_MAX, `At most ${SIGN_OFF_MAX} characters`),
  samples: entries(SAMPLES_MAX, SAMPLE_MAX, 'samples'),
});
export type VoiceSettingsInput = z.infer<typeof settings>;

/** How close a text is to someone's own posts, and up to three reasons why it is not closer. */
export const nearness = z.object({ score: z.int().min(0).max(100), reasons: z.array(z.string()).max(3) });
export type Nearness = z.infer<typeof nearness>;

/** The voice of an account. One that was never set has the language `en` and is otherwise empty. */
export const voice = z.object({
  settings,
  /** What was learned from the posts; null if none were imported. */
  profile: z
    .object({
      source: z.enum(['archive', 'pasted', 'samples']),
      posts: z.int(),
      madeAt: instant,
      /** The profile's statements as text, in the order of the profile. */
      points: z.array(z.object({ point, text: z.string(), isOn: z.boolean(), isEdited: z.boolean() })),
      /** Length in characters: 10% of posts are shorter than `low`, 50% than `middle`, 90% than `high`. */
      length: z.object({ low: z.int(), middle: z.int(), high: z.int() }),
      sentenceWords: z.number(),
      /** The share of posts with this trait, 0 to 1. */
      traits: z.array(z.object({ point, share: z.number().min(0).max(1) })),
      /** Function words by their frequency per 1,000 words, and the most common three-character sequences. */
      functionWords: z.array(z.object({ word: z.string(), perThousand: z.number() })).max(12),
      trigrams: z.array(z.string()).max(24),
    })
    .nullable(),
  /** What the person changed in posts three times or more, as proposed rules to accept or dismiss. */
  proposals: z.array(z.object({ lesson: z.string(), text: z.string(), times: z.int() })),
  /** The rules that the person accepted. */
  rules: z.array(z.object({ lesson: z.string(), text: z.string() })),
});
export type Voice = z.infer<typeof voice>;

export const getVoice = defineCall({
  method: 'GET',
  path: '/api/voice',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'The voice of an X account: its settings, its profile in words and figures, and its rules',
  query: z.object(account),
  response: voice,
});

export const saveVoice = defineCall({
  method: 'PUT',
  path: '/api/voice',
  tag,
  access: 'user',
  summary: 'Saves the settings and the sample posts of a voice',
  // Fits 12 samples and 90 entries, even if escaped.
  bodyLimit: 131_072,
  body: settings.extend(account),
  response: voice,
});

export const importVoice = defineCall({
  method: 'POST',
  path: '/api/voice/import',
  tag,
  access: 'user',
  summary: 'Makes the profile of a voice from posts. The posts themselves are not kept',
  bodyLimit: IMPORT_BODY_MAX,
  body: z.object({
    ...account,
    source: z.enum(['archive', 'pasted']),
    posts: z
      .array(
        z.object({
          text: z
            .string()
            .min(1)
            .max(IMPORTED_POST_MAX, `A post has at most ${IMPORTED_POST_MAX} characters`),
          sentAt: instant.nullable(),
        }),
      )
      .max(IMPORT_MAX, `At most ${IMPORT_MAX} posts`),
  }),
  response: z.object({
    voice,
    /** How many posts were used, and how many skipped: in another language, or without words. */
    read: z.int(),
    leftOut: z.int(),
  }),
});

export const changeVoicePoint = defineCall({
  method: 'PATCH',
  path: '/api/voice/points',
  tag,
  access: 'user',
  summary: 'Rewords a point of the profile, or switches it on or off',
  body: z.object({
    ...account,
    point,
    isOn: z.boolean(),
    /** Null restores the profile's own text. */
    text: z.string().trim().min(1).max(POINT_MAX, `At most ${POINT_MAX} characters`).nullable(),
  }),
  response: voice,
});

export const deleteVoiceProfile = defineCall({
  method: 'DELETE',
  path: '/api/voice/profile',
  tag,
  access: 'user',
  summary: 'Deletes the profile of a voice, with what its owner changed in it; the settings stay',
  body: z.object(account).default({}),
  response: voice,
});

export const answerLesson = defineCall({
  method: 'POST',
  path: '/api/voice/lessons',
  tag,
  access: 'user',
  summary: 'Accepts a proposed rule, or dismisses it; an accepted one can be dismissed later',
  body: z.object({
    ...account,
    lesson: z.string().min(1).max(100),
    answer: z.enum(['accept', 'dismiss']),
  }),
  response: voice,
});

export const compareWithVoice = defineCall({
  method: 'POST',
  path: '/api/voice/nearness',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'How close texts are to the voice of an account, each on its own and all as a set',
  // Fits 400 posts of 280 characters, even if escaped.
  bodyLimit: 1_048_576,
  body: z.object({
    ...account,
    texts: z.array(z.string().max(IMPORTED_POST_MAX)).min(1).max(COMPARED_MAX),
  }),
  response: z.object({
    /** In the order of the texts; null if the voice has no profile. */
    texts: z.array(nearness.nullable()),
    set: nearness.nullable(),
  }),
});
