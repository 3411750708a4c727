interface ImportMetaEnv {
  /** The URL of the API, if not on the same origin. */
  readonly VITE_API_BASE?: string;
}
