interface ImportMetaEnv {
  /** Where the API is, if not on the same origin. */
  readonly VITE_API_BASE?: string;
}
