import fc from 'fast-check';

type Plan = 'free' | 'standard' | 'pro' | 'pro_plus';

/** What can happen to a subscription: by the person, at Stripe, or by the passing of time. */
export type Step =
  | { do: 'checkout'; plan: Plan; trial: boolean; card: 'success' | 'fails' }
  | { do: 'change'; plan: Plan }
  | { do: 'replaceCard'; number: string }
  | { do: 'cardGoes'; outcome: 'success' | 'fails' }
  | { do: 'days'; days: number }
  | { do: 'cancel'; at: 'our page' | 'portal' }
  | { do: 'resume'; at: 'our page' | 'portal' }
  | { do: 'refund'; amount: number | undefined }
  | { do: 'dispute'; outcome: 'won' | 'lost' | undefined }
  | { do: 'collection'; paused: boolean }
  | { do: 'delete' }
  | { do: 'news' };

/** What becomes of an event on its way to us; `place` says where it goes among the others. */
export type Fate = { times: 0 | 1 | 2; place: number };

export type Life = { beginning: Step[]; steps: Step[]; fates: Fate[] };

const plan = fc.constantFrom<Plan>('free', 'standard', 'pro', 'pro_plus');
const outcome = fc.constantFrom('success' as const, 'fails' as const);
const at = fc.constantFrom('our page' as const, 'portal' as const);
const checkout = fc.record({
  do: fc.constant('checkout' as const),
  plan,
  trial: fc.boolean(),
  card: fc.constantFrom('success' as const, 'success' as const, 'success' as const, 'fails' as const),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: checkout },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change' as const), plan }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('replaceCard' as const),
      number: fc.constantFrom('4242424242424242', '5555555555554444', '4000000000000341'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cardGoes' as const), outcome }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 0, max: 40 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('resume' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('refund' as const), amount: fc.constantFrom(undefined, 100) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('dispute' as const),
      outcome: fc.constantFrom(undefined, 'won' as const, 'lost' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('collection' as const), paused: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'delete' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'news' as const }) },
);

const paid = fc.constantFrom<Plan>('standard', 'pro', 'pro_plus');

/** A checkout that is paid, with a trial or without. */
function started(trial: boolean): fc.Arbitrary<Step> {
  return fc.record({
    do: fc.constant('checkout' as const),
    plan: paid,
    trial: fc.constant(trial),
    card: fc.constant('success' as const),
  });
}

const canceled = fc.record({ do: fc.constant('cancel' as const), at });
const cardFails = fc.constant<Step>({ do: 'cardGoes', outcome: 'fails' });
const later = (days: number): fc.Arbitrary<Step> => fc.constant({ do: 'days', days });

/** How lives begin: left to chance alone, few would come far enough to be in arrears or to begin again. */
const beginning: fc.Arbitrary<Step[]> = fc.oneof(
  fc.tuple(checkout),
  fc.tuple(started(true), later(8)),
  fc.tuple(started(true), cardFails, later(8)),
  fc.tuple(started(false), cardFails, later(33)),
  fc.tuple(started(false), canceled),
  fc.tuple(started(false), canceled, later(33)),
  fc.tuple(started(false), canceled, later(33), started(false)),
  fc.tuple(started(false), canceled, later(33), started(false), canceled, later(33)),
);

/** A random life of a subscription, and how its events reach us: many never, some twice, none in order. */
export const life: fc.Arbitrary<Life> = fc.record({
  beginning,
  steps: fc.array(step, { maxLength: 5 }),
  fates: fc.array(fc.record({ times: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2), place: fc.nat(99) }), {
    minLength: 5,
    maxLength: 12,
  }),
});
