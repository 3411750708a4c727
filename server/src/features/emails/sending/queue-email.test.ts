import { expectTypeOf, test } from 'vitest';
import type { queueEmail } from './queue-email.ts';

type Email = Parameters<typeof queueEmail>[2];

// This holds at compile time: `npm test -- types` fails where a line compiles.
test('a wrong, a missing and a further variable, and an unknown kind, do not compile', () => {
  const to = { userId: 1, to: 'ada@people.example', template: 'account_deleted' } as const;
  const right: Email = { ...to, variables: { email: to.to } };
  // @ts-expect-error The template has no such variable.
  const wrong: Email = { ...to, variables: { mail: to.to } };
  // @ts-expect-error The template needs `email`.
  const missing: Email = { ...to, variables: {} };
  // @ts-expect-error The template does not know `link`.
  const further: Email = { ...to, variables: { email: to.to, link: '' } };
  // @ts-expect-error There is no such email.
  const unknown: Email = { ...to, template: 'account_lost', variables: { email: to.to } };
  expectTypeOf([right, wrong, missing, further, unknown]).toExtend<Email[]>();
});
