import fc from 'fast-check';

/** Any character of Unicode. fast-check's own unit `binary` sorts all of them first: a second in each file. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10_ffff }))
  .map((code) => String.fromCodePoint(code));
