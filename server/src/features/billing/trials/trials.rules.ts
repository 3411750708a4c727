/** What identifies somebody who had a trial. */
const trialKinds = ['email', 'x_user', 'card'] as const;
export type TrialKind = (typeof trialKinds)[number];

/** A person's identifiers that may have been used for a trial before. */
type TrialKeys = { email: string; xUsers: readonly string[]; card: string | null };

/**
 * The texts whose keyed hashes are stored, each with its kind. Ignores `+suffix` in an email address, because
 * most mail servers deliver any.
 */
export function trialTexts({ email, xUsers, card }: TrialKeys): { kind: TrialKind; text: string }[] {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  return [
    { kind: 'email', text: `${name.split('+')[0]}@${host}` },
    ...xUsers.map((text) => ({ kind: 'x_user' as const, text })),
    ...(card === null ? [] : [{ kind: 'card' as const, text: card }]),
  ];
}

/** The message for each reason to refuse a trial. */
export const refusedWords: Readonly<Record<TrialKind, string>> = {
  email: 'This email address has already been used for a trial.',
  x_user: 'This X account has already been used for a trial.',
  card: 'This card has already been used for a trial.',
};

type Trials = {
  hasEverSubscribed: boolean;
  trialStart: Date | null;
  trialAllowedAt: Date | null;
};

/** Whether staff allowed a trial that has not started yet. Stripe reports the start in whole seconds. */
export function isTrialAllowed({ trialStart, trialAllowedAt }: Trials): boolean {
  if (trialAllowedAt === null) return false;
  return trialStart === null || trialStart.getTime() < Math.floor(trialAllowedAt.getTime() / 1000) * 1000;
}

/**
 * Whether a person may have a trial: their first, if nobody used their identifiers before; or one that staff
 * allowed.
 */
export function isTrialDue(person: Trials, usedBefore: boolean): boolean {
  if (isTrialAllowed(person)) return true;
  return !person.hasEverSubscribed && person.trialStart === null && !usedBefore;
}
