declare module 'naughty-words' {
  /** Word lists by language. */
  const lists: Readonly<Record<'de' | 'en' | 'es' | 'fr' | 'pt', readonly string[]>>;

  // biome-ignore lint/style/noDefaultExport: the package has no other
  export { lists as default };
}
