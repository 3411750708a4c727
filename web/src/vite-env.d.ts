interface ImportMetaEnv {
  /** Where the API is, if not on the same origin. */
  readonly VITE_API_BASE?: string;
  /** The address in the footer and the legal texts. */
  readonly VITE_SUPPORT_EMAIL?: string;
}
