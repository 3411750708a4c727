/** Maximum length of a window's message, in characters. */
export const WINDOW_MESSAGE_MAX = 500;
export const windowPageSizes = [10, 25, 50, 100] as const;
