import type { CustomerEvent } from '@drumbeat/contract/customer-timeline.ts';

const names: Readonly<Record<string, string>> = {
  'admin.sensitive_shown': 'Staff saw sensitive data',
  'auth.signed_in': 'Signed in',
  'auth.signed_up': 'Signed up',
  'auth.sign_in_failed': 'Sign-in failed',
  'auth.two_factor_reset': 'Two-factor was reset',
  'auth.verification_resent': 'Verification email sent again',
  'users.role_set': 'Roles changed',
  'users.role_granted': 'Role granted',
  'posts.paused_by_staff': 'Posts paused',
  'posts.resumed_by_staff': 'Posts resumed',
  'posts.deleted_by_staff': 'Post deleted',
  'publishing.retried_by_staff': 'Post retried',
  'generation.cycle_cleared': 'Generation granted',
  'generation.count_reset': 'Generations reset',
  'accounts.niche_changes_reset': 'Niche changes reset',
  'billing.portal_opened': 'Billing portal opened',
  'billing.previous_restored': 'Previous billing restored',
  'emails.sent_by_staff': 'Email written',
};

/** What happened, as a heading: `Signed in`, `Post failed`, `customer.subscription.created`. */
export function eventTitle({ action, source }: Pick<CustomerEvent, 'action' | 'source'>): string {
  const name = names[action];
  if (name) return name;
  // The provider's own words help when its dashboard is open beside.
  if (source === 'billing') return action;
  const words = action.replace(/^(auth|users|accounts|admin)\./, '').replace(/[._]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Details in a line: `reason: They asked · before: …`. What is empty is left out. */
export function eventDetails(details: CustomerEvent['details']): string {
  return Object.entries(details)
    .filter(([, value]) => ![null, undefined, '', 0, false].includes(value as null))
    .map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? shortTime(value) : JSON.stringify(value)}`,
    )
    .join(' · ');
}

/** An instant to the minute, in UTC; any other text as it is. */
function shortTime(text: string): string {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? `${text.slice(0, 10)} ${text.slice(11, 16)} UTC` : text;
}
