/** Where people write for help. Set when the app is built. */
export const SUPPORT_EMAIL: string = import.meta.env.VITE_SUPPORT_EMAIL ?? 'support@drumbeat.example';
