import { type EmailKind, emailKinds } from '@drumbeat/contract/emails.ts';
import { describe, expect, test } from 'vitest';
import { renderEmail } from '../render-email.ts';
import { allTemplates } from './all-templates.ts';
import { layout } from './layout.ts';
import { samplesFor } from './samples.ts';
import { counted } from './template.ts';

const shared = { publicUrl: 'https://drumbeat.example', supportEmail: 'help@drumbeat.example' };
const samples = samplesFor(emailKinds.flatMap((kind): readonly string[] => allTemplates[kind].variables));

function render(kind: EmailKind, changes: Record<string, string> = {}) {
  const template = allTemplates[kind];
  const own = Object.fromEntries(
    template.variables.map((name) => [name, changes[name] ?? samples[name] ?? '']),
  );
  return renderEmail(template, layout, { ...own, ...shared });
}

/** What a person reads of the html: no tags, one space between words. */
function read(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  return body
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

describe.each(emailKinds)('%s', (kind) => {
  test('renders with its own variables alone, each of them used, in html and in plain text', async () => {
    const email = await render(kind);
    for (const name of allTemplates[kind].variables) {
      const value = samples[name] ?? 'no value in this test';
      expect(email.plain, name).toContain(value);
      expect(email.html, name).toContain(value.replaceAll('&', '&amp;'));
    }
    expect(JSON.stringify(email)).not.toMatch(/\{\{|\{%|undefined|\bmail\b/);
  });

  test('says the same in html and in plain text', async () => {
    const email = await render(kind);
    const sentences = email.plain
      .slice(0, email.plain.indexOf('\n--\n'))
      .split('\n')
      .filter((line) => line && !line.startsWith('http'));
    expect(sentences.length).toBeGreaterThan(1);
    const html = read(email.html).replaceAll('&amp;', '&');
    for (const sentence of sentences) expect(html).toContain(sentence.trim());
  });

  test('ends with where to write to, and stands under the logo', async () => {
    const email = await render(kind);
    expect(email.plain.trimEnd().endsWith('Questions? Write to help@drumbeat.example.')).toBe(true);
    expect(email.html).toContain('href="mailto:help@drumbeat.example"');
    expect(email.html.match(/background:#1C1917;border-radius:2px/g)).toHaveLength(2);
    expect(email.html.match(/background:#4F46E5;border-radius:2px/g)).toHaveLength(1);
  });
});

test('the subjects, word by word', async () => {
  const subjects = await Promise.all(emailKinds.map(async (kind) => [kind, (await render(kind)).subject]));
  expect(Object.fromEntries(subjects)).toEqual({
    account_deleted: 'Your Drumbeat account was deleted',
    accounts_switched_off: 'Your plan has changed, and some X accounts are switched off',
    backup_code_used: 'A backup code was used to sign in',
    charge_disputed: 'Your bank is disputing a charge of $15.00',
    dispute_closed: 'The dispute over $15.00 is closed',
    marketing: 'Something new in Drumbeat',
    password_changed: 'Your Drumbeat password was changed',
    password_reset: 'Your Drumbeat password was reset',
    payment_failed: 'Your payment for Pro failed',
    payment_receipt: 'Receipt: $15.00 for Pro',
    payment_recovered: 'Your payment went through',
    payment_refunded: 'We refunded $15.00',
    plan_changed: 'You are now on Pro',
    plan_started: 'Your Pro plan is active',
    posts_failed: '3 posts did not go out',
    posts_moved: '3 posts for @ada moved to new times',
    posts_on_hold: 'Your posts are on hold',
    posts_to_check: '3 posts for @ada may be on X already',
    reconnect_x: 'Reconnect @ada to keep posting',
    reset_password: 'Set a new password for Drumbeat',
    sessions_ended: 'Your other Drumbeat sessions were signed out',
    subscription_canceled: 'Your Pro plan ends on 28 November 2026',
    subscription_ended: 'Your Pro plan has ended',
    subscription_resumed: 'Your Pro plan continues',
    support_message: 'Something new in Drumbeat',
    trial_ending: 'Your Pro trial ends on 28 November 2026',
    trial_started: 'Your Pro trial has started',
    two_factor_off: 'Two-factor authentication is off',
    two_factor_on: 'Two-factor authentication is on',
    verify_email: 'Verify your email for Drumbeat',
    weekly_summary: '7 posts went out, 14 to come',
  });
});

test.each([
  ['0', '0 codes'],
  ['1', '1 code'],
  ['2', '2 codes'],
  ['11', '11 codes'],
])('%s of something reads %s', async (left, said) => {
  const subject = counted('{{ left }}', 'code', 'codes');
  const email = await renderEmail({ subject, html: '', plain: '' }, layout, { left, ...shared });
  expect(email.subject).toBe(said);
});

test('one post is one post', async () => {
  const email = await render('posts_moved', { count: '1' });
  expect(email.subject).toBe('1 post for @ada moved to a new time');
  expect(email.plain).toContain('1 post has a new time');
});

test.each([
  ['verify_email', 'Verify email'],
  ['reset_password', 'Set new password'],
  ['reconnect_x', 'Reconnect X'],
  ['posts_failed', 'See what failed'],
  ['posts_moved', 'See the calendar'],
  ['posts_to_check', 'See your posts'],
  ['weekly_summary', 'See your posts'],
] as const)('%s has one button, which leads where it says', async (kind, label) => {
  const { html } = await render(kind);
  const buttons = [...html.matchAll(/<a href="([^"]*)" style="display:inline-block;[^"]*">([^<]*)<\/a>/g)];
  expect(buttons.map(([, href, text]) => [href, text])).toEqual([
    ['https://drumbeat.example/there?token=a&amp;b=c', label],
  ]);
});

test('a list has a paragraph for each of its lines, and its texts are no html', async () => {
  const email = await render('posts_failed', { count: '2', list: 'One <b>post</b>.\nAnother.' });
  expect(email.html).toMatch(/<p [^>]*>One &lt;b&gt;post&lt;\/b&gt;\.<\/p>\s*<p [^>]*>Another\.<\/p>/);
  expect(email.plain).toContain('One <b>post</b>.\nAnother.');
});
