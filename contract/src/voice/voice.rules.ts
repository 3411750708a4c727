/** The limits and lists of a voice that browser and server share. */

/** The languages a voice can be read and written in, with their English names. */
export const voiceLanguages = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  pt: 'Portuguese',
} as const;
export type VoiceLanguage = keyof typeof voiceLanguages;

export const SAMPLES_MAX = 12;
/** Maximum length of one sample in characters; X's longest posts are longer, but add nothing. */
export const SAMPLE_MAX = 1_000;
export const TONE_MAX = 300;
export const SIGN_OFF_MAX = 60;
/** Maximum number of topics of each kind, and the maximum length of one in characters. */
export const TOPICS_MAX = 20;
export const TOPIC_MAX = 60;
/** Maximum number of banned words, and the maximum length of one in characters. */
export const BANNED_MAX = 50;
export const BANNED_WORD_MAX = 40;
/** Maximum length in characters of a sentence that the owner writes into the profile. */
export const POINT_MAX = 160;

/** Minimum and maximum number of posts in an import, and the maximum length of one in characters. */
export const IMPORT_MIN = 10;
export const IMPORT_MAX = 3_200;
export const IMPORTED_POST_MAX = 1_000;
/** Maximum characters of all imported posts together: some 4,000 posts, read in a quarter of a second. */
export const IMPORT_CHARACTERS_MAX = 600_000;
/** Maximum body size of an import in bytes: those characters at four bytes each, and 3,200 times of day. */
export const IMPORT_BODY_MAX = 3_145_728;
/** The largest archive file that the browser reads, in bytes. */
export const ARCHIVE_MAX_BYTES = 60 * 1_048_576;
/** Maximum number of texts that one call compares. */
export const COMPARED_MAX = 400;

/** The statements of a profile. The owner can reword each or switch it off. */
export const voicePoints = [
  'length',
  'sentences',
  'capitals',
  'full_stop',
  'exclamation',
  'question',
  'emoji',
  'hashtag',
  'line_break',
  'comma',
  'colon',
  'semicolon',
  'dash',
  'ellipsis',
  'brackets',
  'quotes',
  'number',
  'shouting',
  'contraction',
  'wording',
] as const;
export type VoicePoint = (typeof voicePoints)[number];
