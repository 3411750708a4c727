/** Characters that the message of a window may have. */
export const WINDOW_MESSAGE_MAX = 500;
export const windowPageSizes = [10, 25, 50, 100] as const;
