import type { EmailKind } from '@drumbeat/contract/emails/emails.ts';
import { moneyEmails } from './money.ts';
import { postsEmails } from './posts.ts';
import { accountEmails, securityEmails } from './security.ts';
import type { EmailTemplate } from './template.ts';

/** An example value for each variable, for previews and tests. */
const samples: Record<string, string> = {
  email: 'ada@people.example',
  link: 'https://drumbeat.example/there?token=a&b=c',
  when: '28 November 2026 at 11:30',
  device: 'Chrome on Windows',
  disown: 'https://drumbeat.example/verify-email?not-me=1&token=a',
  username: 'ada',
  left: '9',
  usernames: '@grace, @alan',
  active: '@ada',
  count: '3',
  list: 'Tuesday 24 November at 11:30, @ada: “Hello”. X refused this post: no. Change it and retry.',
  reason: 'The account is connected again.',
  first: 'Tuesday 24 November at 11:30',
  plan: 'Pro',
  day: '28 November 2026',
  terms: 'It costs $15.00 a month.',
  amount: '$15.00',
  card: 'your Visa ending in 4242',
  why: 'We have not received the payment for Pro.',
  out: '7',
  ahead: '14',
  unsubscribe: 'https://drumbeat.example/api/emails/unsubscribe?token=v1.a.b',
  outcome: 'Your bank gave you the money back.',
  title: 'Something new in Drumbeat',
  text: 'You can now plan a whole month at once.',
};

/** The built-in text of each email; staff may edit it later. */
export const allTemplates = {
  ...accountEmails,
  ...securityEmails,
  ...moneyEmails,
  ...postsEmails,
} satisfies Record<EmailKind, EmailTemplate>;

/** Example values for a template's variables, by name. */
export function samplesFor(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, samples[name] ?? `[${name}]`]));
}
