/** What a voice may hold: the limits and the lists that browser and server share. */

/** The languages in which a voice can be written and read, with their English names. */
export const voiceLanguages = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  pt: 'Portuguese',
} as const;
export type VoiceLanguage = keyof typeof voiceLanguages;

export const SAMPLES_MAX = 12;
/** The most characters of one sample; X's longest posts are longer, and teach no more. */
export const SAMPLE_MAX = 1_000;
export const TONE_MAX = 300;
export const SIGN_OFF_MAX = 60;
/** The most topics of either kind, and the most characters of one. */
export const TOPICS_MAX = 20;
export const TOPIC_MAX = 60;
/** The most words never to use, and the most characters of one. */
export const BANNED_MAX = 50;
export const BANNED_WORD_MAX = 40;
/** The most characters of a sentence that its owner writes into the profile. */
export const POINT_MAX = 160;

/** The fewest and the most posts that an import reads, and the most characters of one. */
export const IMPORT_MIN = 10;
export const IMPORT_MAX = 3_200;
export const IMPORTED_POST_MAX = 1_000;
/** The most characters of all posts together that are read: some 4,000 posts, in a quarter of a second. */
export const IMPORT_CHARACTERS_MAX = 600_000;
/** The most bytes of an import on the wire: those characters at four bytes, and 3,200 times of day. */
export const IMPORT_BODY_MAX = 3_145_728;
/** The largest file of an archive that the browser reads. */
export const ARCHIVE_MAX_BYTES = 60 * 1_048_576;
/** The most texts that one call compares. */
export const COMPARED_MAX = 400;

/** What a profile says in words. Each can be put in the owner's words, or switched off. */
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
