import { type EmailKind, emailKinds } from '@drumbeat/contract/emails/emails.ts';
import { expect, test } from 'vitest';
import { renderEmail } from '../sending/render-email.ts';
import { allTemplates, samplesFor } from './all-templates.ts';
import { layout } from './layout.ts';

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
  return html
    .slice(html.indexOf('<body'))
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

test.each(emailKinds)(
  '%s uses each of its variables, and says the same in html and in plain text',
  async (kind) => {
    const email = await render(kind);
    for (const name of allTemplates[kind].variables) {
      const value = samples[name] ?? 'no value in this test';
      expect(email.plain, name).toContain(value);
      expect(email.html, name).toContain(value.replaceAll('&', '&amp;'));
    }
    expect(JSON.stringify(email)).not.toMatch(/\{\{|\{%|undefined/);
    const sentences = email.plain
      .slice(0, email.plain.indexOf('\n--\n'))
      .split('\n')
      .filter((line) => line && !line.startsWith('http'));
    expect(sentences.length).toBeGreaterThan(1);
    for (const sentence of sentences) expect(read(email.html)).toContain(sentence.trim());
    expect(email.plain.trimEnd().endsWith('Questions? Write to help@drumbeat.example.')).toBe(true);
    expect(email.html).toContain('href="mailto:help@drumbeat.example"');
  },
);

test('each email has its subject', async () => {
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

test.each<[EmailKind, Record<string, string>, string]>([
  ['posts_moved', { count: '1' }, '1 post has a new time'],
  ['posts_failed', { count: '1' }, '1 post did not go out'],
  ['posts_to_check', { count: '1' }, '1 post needs your review'],
  ['backup_code_used', { left: '1' }, 'You have 1 backup code left.'],
  ['sessions_ended', { count: '1' }, 'We signed out 1 other session for '],
  ['weekly_summary', { out: '1' }, '1 post went out last week, 14 to come this week'],
])('%s counts one in the singular', async (kind, changes, words) => {
  expect((await render(kind, changes)).plain).toContain(words);
});

test('the link is whole in html and in plain text', async () => {
  const { html, plain } = await render('verify_email');
  expect(html.match(/href="https:\/\/drumbeat\.example\/there\?token=a&amp;b=c"/g)).toHaveLength(2);
  expect(plain).toContain('\nhttps://drumbeat.example/there?token=a&b=c\n');
});

test('a list has a paragraph for each of its lines, and its texts are no html', async () => {
  const email = await render('posts_failed', { count: '2', list: 'One <b>post</b>.\nAnother.' });
  expect(email.html).toMatch(/<p [^>]*>One &lt;b&gt;post&lt;\/b&gt;\.<\/p>\s*<p [^>]*>Another\.<\/p>/);
  expect(email.plain).toContain('One <b>post</b>.\nAnother.');
});
