/** Tests in Node read times as a British browser writes them, whatever the machine's locale is. */
Object.defineProperty(Object.getPrototypeOf(navigator), 'language', {
  get: () => 'en-GB',
  configurable: true,
});
