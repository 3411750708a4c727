/** Maximum length, in characters, of a niche's name and of the notes in a request for one. */
export const NICHE_NAME_MAX = 80;
export const NICHE_NOTES_MAX = 500;

export const nicheRequestLimits = [50, 100, 200, 500] as const;
export const NICHE_REQUEST_LIMIT = 200;
