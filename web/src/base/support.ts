const named = document.querySelector<HTMLMetaElement>('meta[name="support-email"]');

/** Where people write for help: the server's SUPPORT_EMAIL, which it puts into the page that it serves. */
export const SUPPORT_EMAIL: string = named?.content ?? '';
