import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';
import type { CustomerEvent } from '@drumbeat/contract/admin/customer-timeline.ts';
import type { CustomerRow } from '@drumbeat/contract/admin/customers.ts';
import type { EmailKind } from '@drumbeat/contract/emails/emails.ts';

/** The props of each tab of a customer's page. */
export type TabProps = { user: CustomerOverview };

const statusNames: Record<CustomerRow['subscription_status'], string> = {
  active: 'Active',
  inactive: 'Inactive',
  canceling: 'Canceling',
  canceled: 'Canceled',
  past_due: 'Past due',
};

/** A customer's status as text; a trial is shown as one. */
export function statusWords(row: Pick<CustomerRow, 'subscription_status' | 'in_trial'>): string {
  if (!row.in_trial) return statusNames[row.subscription_status];
  return row.subscription_status === 'canceling' ? 'Trial, canceling' : 'Trial';
}

/** `statusWords` of the customer whose page is open. */
export function statusOfCustomer(
  user: Pick<CustomerOverview, 'subscription_status' | 'is_in_trial'>,
): string {
  return statusWords({ subscription_status: user.subscription_status, in_trial: user.is_in_trial });
}

/** The form of an email, as typed. */
export type Letter = {
  templateKey: EmailKind;
  useTemplateContent: boolean;
  title: string;
  text: string;
  subject: string;
  html: string;
  /** JSON. */
  variables: string;
};

export const emptyLetter: Letter = {
  templateKey: 'support_message',
  useTemplateContent: true,
  title: '',
  text: '',
  subject: '',
  html: '',
  variables: '{}',
};

type Body = Pick<Letter, 'templateKey' | 'useTemplateContent'> & {
  subject?: string;
  html?: string;
  variables: Record<string, never>;
};

/** Whether the form has fields for title and message: only the template for free text does. */
export function asksForMessage(letter: Letter): boolean {
  return letter.templateKey === 'support_message' && letter.useTemplateContent;
}

/** The body of the call; undefined if the variables are not a JSON object. */
export function bodyOf(letter: Letter): Body | undefined {
  const { templateKey, useTemplateContent, subject, html } = letter;
  const variables = asksForMessage(letter)
    ? { title: letter.title, text: letter.text }
    : objectOf(letter.variables);
  if (!variables) return undefined;
  const own = useTemplateContent ? {} : { subject, html };
  return { templateKey, useTemplateContent, ...own, variables: variables as Record<string, never> };
}

function objectOf(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json.trim() || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const eventNames: Readonly<Record<string, string>> = {
  'admin.view_started': 'Staff started a view',
  'admin.view_ended': 'The view ended',
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
  const name = eventNames[action];
  if (name) return name;
  // Stripe's own event name helps when comparing with its dashboard.
  if (source === 'billing') return action;
  const words = action.replace(/^(auth|users|accounts|admin)\./, '').replace(/[._]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The details in one line, changes first: `posts paused: no → yes · reason: They asked`; no empty values. */
export function eventDetails({ before, after, ...rest }: CustomerEvent['details']): string {
  const told = isRecord(before) && isRecord(after) ? changes(before, after) : lines({ before, after });
  return [...told, ...lines(rest)].join(' · ');
}

/** The differences between two states of a record. */
function changes(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys({ ...before, ...after })
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${nameWords(name)}: ${valueWords(before[name])} → ${valueWords(after[name])}`);
}

function lines(details: Record<string, unknown>): string[] {
  return Object.entries(details)
    .filter(([, value]) => ![null, undefined, '', 0, false].includes(value as null))
    .map(([name, value]) => `${nameWords(name)}: ${valueWords(value)}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field name as words: `postsPaused` becomes `posts paused`. */
function nameWords(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return shortTime(value);
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueWords).join(', ') : 'none';
  return isRecord(value) ? lines(value).join(', ') || 'none' : String(value);
}

/** An instant to the minute in UTC; any other text unchanged. */
function shortTime(text: string): string {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? `${text.slice(0, 10)} ${text.slice(11, 16)} UTC` : text;
}
