/** Tests in Node format times as in a British browser, whatever the machine's locale is. */
Object.defineProperty(Object.getPrototypeOf(navigator), 'language', {
  get: () => 'en-GB',
  configurable: true,
});
