const named = document.querySelector<HTMLMetaElement>('meta[name="support-email"]');

/** The support address: the server's SUPPORT_EMAIL, which it writes into the page it serves. */
export const SUPPORT_EMAIL: string = named?.content ?? '';
