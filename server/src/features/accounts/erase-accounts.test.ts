import { expect, test } from 'vitest';
import { revokeGrants } from './erase-accounts.ts';

test('every grant is given back, also after one that X did not take; then the job fails, to be tried again', async () => {
  const asked: string[] = [];
  const x = {
    async revoke(token: string) {
      asked.push(token);
      if (token === 'first') throw new Error('X is away');
    },
  };
  const deps = {
    x,
    sealer: { open: (_: string, sealed: string) => sealed.slice(7) },
  } as unknown as Parameters<typeof revokeGrants>[0];
  await expect(revokeGrants(deps, ['sealed first', 'sealed second'])).rejects.toThrow('X is away');
  expect(asked).toEqual(['first', 'second']);
  await revokeGrants(deps, ['sealed third']);
});
