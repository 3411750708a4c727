import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import fc from 'fast-check';
import { buildAccount } from '../accounts/build-account.fixture.ts';
import type { Person } from './prechecks.rules.ts';

const user: fc.Arbitrary<Person> = fc.record({
  emailVerifiedAt: fc.constantFrom(null, '2026-11-01T00:00:00.000Z'),
  subscriptionStatus: fc.constantFrom('active', 'canceling', 'inactive', 'past_due', 'canceled'),
  isInTrial: fc.boolean(),
});

const account = fc.record({
  is_active: fc.boolean(),
  needs_reconnect: fc.boolean(),
  niche: fc.constantFrom(null, 'Gaming'),
});

/** Every combination of a person's state and their X accounts, with one or none selected. */
export const people: fc.Arbitrary<{ user: Person; accounts: XAccount[] }> = fc.record({
  user,
  accounts: fc
    .tuple(fc.array(account, { maxLength: 3 }), fc.integer({ min: -1, max: 2 }))
    .map(([all, selected]) =>
      all.map((one, index) => buildAccount({ ...one, id: String(index), selected: index === selected })),
    ),
});
