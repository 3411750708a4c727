/** The default locale of a template, and the fallback of every lookup. */
export const DEFAULT_LOCALE = 'en';
export const VARIABLES_NOT_ARRAY = 'Variables must be a JSON array';
