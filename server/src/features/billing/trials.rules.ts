/** What a trial is remembered by. */
export const trialKinds = ['email', 'x_user', 'card'] as const;
export type TrialKind = (typeof trialKinds)[number];

/** What a person has that a trial may have been begun with before. */
export type TrialKeys = { email: string; xUsers: readonly string[]; card: string | null };

/**
 * The texts whose keyed hashes are kept, each with its kind. What follows a plus in an address is left out: most
 * mailboxes take any.
 */
export function trialTexts({ email, xUsers, card }: TrialKeys): { kind: TrialKind; text: string }[] {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  return [
    { kind: 'email', text: `${name.split('+')[0]}@${host}` },
    ...xUsers.map((text) => ({ kind: 'x_user' as const, text })),
    ...(card === null ? [] : [{ kind: 'card' as const, text: card }]),
  ];
}

/** A sentence for each reason that a trial is refused for. */
export const refusedWords: Readonly<Record<TrialKind, string>> = {
  email: 'A trial was begun with this email address before.',
  x_user: 'A trial was begun with this X account before.',
  card: 'A trial was begun with this card before.',
};

type Trials = {
  hasEverSubscribed: boolean;
  trialStart: Date | null;
  trialAllowedAt: Date | null;
};

/** Whether staff allowed a trial that has not begun yet. Stripe tells the beginning in whole seconds. */
export function isTrialAllowed({ trialStart, trialAllowedAt }: Trials): boolean {
  if (trialAllowedAt === null) return false;
  return trialStart === null || trialStart.getTime() < Math.floor(trialAllowedAt.getTime() / 1000) * 1000;
}

/** Whether a person may have a trial: the first, of somebody who had none under another name; or one that staff allowed. */
export function isTrialDue(person: Trials, usedBefore: boolean): boolean {
  if (isTrialAllowed(person)) return true;
  return !person.hasEverSubscribed && person.trialStart === null && !usedBefore;
}
