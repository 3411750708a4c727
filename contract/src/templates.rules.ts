/** The locale of a template where none is named, and the one that every search for a text ends with. */
export const DEFAULT_LOCALE = 'en';
export const VARIABLES_NOT_ARRAY = 'Variables must be a JSON array';
