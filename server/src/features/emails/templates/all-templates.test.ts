import { type EmailKind, emailKinds } from '@drumbeat/contract/emails/emails.ts';
import { describe, expect, test } from 'vitest';
import { renderEmail } from '../sending/render-email.ts';
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
  const other = async (kind: EmailKind, changes: Record<string, string>) => {
    const { subject, plain } = await render(kind, changes);
    return [subject, plain.split('\n')[0], plain.split('\n')[2]];
  };
  expect(await other('posts_failed', { count: '1' })).toEqual([
    '1 post did not go out',
    '1 post did not go out',
    'X did not accept what is listed below. Your other posts go out as planned.',
  ]);
  expect(await other('posts_to_check', { count: '1' })).toEqual([
    '1 post for @ada may be on X already',
    '1 post needs your review',
    'We restored our database from a backup. 1 planned post for @ada may have gone out after that backup: X has the same words with another link.',
  ]);
  expect((await other('backup_code_used', { left: '1' }))[2]).toMatch(/You have 1 backup code left\.$/);
  expect((await other('sessions_ended', { count: '1' }))[2]).toMatch(/^We signed out 1 other session for /);
  expect((await other('weekly_summary', { out: '1' })).slice(0, 2)).toEqual([
    '1 post went out, 14 to come',
    '1 post went out last week, 14 to come this week',
  ]);
});

const LINK = 'https://drumbeat.example/there?token=a&b=c';
const NOT_YOU = `Wasn't you? Reset your password at ${LINK} and contact us right away.`;

/** What an email says between logo and footer, line by line: `# ` before a heading, a button with its address. */
function linesOf(html: string): string[] {
  return html
    .slice(html.indexOf('<h1'), html.indexOf('Questions?'))
    .replace(/<h1[^>]*>/g, '# ')
    .replace(/<a href="([^"]*)" style="display:inline-block;[^"]*">(.*?)<\/a>/g, '[$2] $1')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .split('\n')
    .filter(Boolean);
}

test('what each email says, and where its button leads', async () => {
  const said = await Promise.all(emailKinds.map(async (kind) => [kind, linesOf((await render(kind)).html)]));
  expect(Object.fromEntries(said)).toEqual({
    account_deleted: [
      '# Your account was deleted',
      "The account for ada@people.example is gone. No more posts will go out, X is disconnected, and any subscription is canceled without another charge. We'll erase the rest of your data within a day.",
      "Wasn't you? Tell us right away by replying to this email.",
    ],
    accounts_switched_off: [
      '# Some X accounts are switched off',
      'Your plan now includes fewer active X accounts. Still active: @ada. Switched off: @grace, @alan.',
      'Posts for the accounts that are switched off are on hold, and nothing is lost. A larger plan lets you switch them on again in the account menu of your dashboard.',
      `[Go to your dashboard] ${LINK}`,
    ],
    backup_code_used: [
      '# A backup code was used',
      'Someone signed in as ada@people.example with the password and a backup code. You have 9 backup codes left.',
      'To get ten new codes, turn two-factor authentication off and on again in Settings.',
      NOT_YOU,
    ],
    charge_disputed: [
      '# A charge of $15.00 is disputed',
      'Your bank is disputing this charge on your behalf and will decide within a few weeks. Until then, your plan and your posts continue.',
      'Not what you wanted? Tell your bank to withdraw the dispute. If something was wrong, reply to this email and we will put it right.',
      `[See your invoices] ${LINK}`,
    ],
    dispute_closed: [
      '# The dispute over $15.00 is closed',
      'Your bank gave you the money back. This does not change your plan or your posts.',
      `[See your subscription] ${LINK}`,
    ],
    marketing: [
      '# Something new in Drumbeat',
      'You can now plan a whole month at once.',
      `[See what is new] ${LINK}`,
      'You get this email because you agreed to news from us. To stop it, open https://drumbeat.example/settings',
    ],
    password_changed: [
      '# Your password was changed',
      "The password for ada@people.example was changed in Settings. You're now signed out everywhere else.",
      NOT_YOU,
    ],
    password_reset: [
      '# Your password was reset',
      "A new password for ada@people.example was set from the link we emailed. You're now signed out everywhere: sign in with the new password.",
      NOT_YOU,
    ],
    payment_failed: [
      '# Your payment failed',
      'We could not charge your Visa ending in 4242 for Pro. Your posts keep going out until 28 November 2026. Update your card before then, and nothing stops.',
      'Until it is paid, no new posts can be generated.',
      `[Update your card] ${LINK}`,
    ],
    payment_receipt: [
      '# Thank you: $15.00',
      'We charged $15.00 for Pro to your Visa ending in 4242 on 28 November 2026. The invoice is in your settings, as a PDF.',
      `[See your invoices] ${LINK}`,
    ],
    payment_recovered: [
      '# Your payment went through',
      'Pro continues, and your posts go out again as planned. It costs $15.00 a month.',
      `[Open your dashboard] ${LINK}`,
    ],
    payment_refunded: [
      '# We refunded $15.00',
      'It goes back to the card that paid. Banks take up to ten days to show it. The refund does not change your plan or your posts.',
      `[See your subscription] ${LINK}`,
    ],
    plan_changed: [
      '# You are now on Pro',
      'The change takes effect immediately. It costs $15.00 a month. Your scheduled posts stay as they are.',
      `[See your subscription] ${LINK}`,
    ],
    plan_started: [
      '# Pro is active',
      'It costs $15.00 a month. Your scheduled posts go out as planned.',
      `[See your subscription] ${LINK}`,
    ],
    posts_failed: [
      '# 3 posts did not go out',
      'X did not accept what is listed below. Your other posts go out as planned.',
      'Tuesday 24 November at 11:30, @ada: “Hello”. X refused this post: no. Change it and retry.',
      'Open the dashboard to edit, retry or reschedule a post.',
      `[See what failed] ${LINK}`,
    ],
    posts_moved: [
      '# 3 posts have new times',
      'The account is connected again. Posts for @ada that came due in between moved to the next free times, so nothing goes out in a burst. The first is now set for Tuesday 24 November at 11:30.',
      'Nothing was lost, and you can still change or move each post.',
      `[See the calendar] ${LINK}`,
    ],
    posts_on_hold: [
      '# Your posts are on hold',
      'We have not received the payment for Pro. Nothing is lost: your posts stay in the calendar, and those that came due move to the next free times once you are back.',
      `[See your subscription] ${LINK}`,
    ],
    posts_to_check: [
      '# 3 posts need your review',
      'We restored our database from a backup. 3 planned posts for @ada may have gone out after that backup: X has the same words with another link.',
      'So that nothing goes out twice, we paused what may be a repeat. Compare it with your timeline on X: delete what is already there, and resume the rest. Everything else goes out as planned.',
      `[See your posts] ${LINK}`,
    ],
    reconnect_x: [
      '# Reconnect @ada',
      "X has revoked Drumbeat's access to @ada. Your scheduled posts are on hold and nothing is lost: once you reconnect, posts that came due move to the next free times.",
      `[Reconnect X] ${LINK}`,
      "This happens when you remove Drumbeat's access on X, when your X password changes, or when X locks the account.",
    ],
    reset_password: [
      '# Set a new password',
      'We got a request to reset the password for ada@people.example.',
      `[Set new password] ${LINK}`,
      "If the button doesn't work, open this address:",
      LINK,
      "The link works once and expires in 1 hour. Only the latest link works. If you didn't ask for it, you can ignore this email: your password stays the same.",
    ],
    sessions_ended: [
      '# Your other sessions were signed out',
      'We signed out 3 other sessions for ada@people.example, as you asked in Settings. The session you asked from is still signed in.',
      NOT_YOU,
    ],
    subscription_canceled: [
      '# Your plan ends on 28 November 2026',
      'You canceled Pro, and you will not be charged again. Posts scheduled until then still go out; later ones stay in your calendar and do not.',
      'Changed your mind? Resume before 28 November 2026, and nothing changes.',
      `[Resume your plan] ${LINK}`,
    ],
    subscription_ended: [
      '# Pro has ended',
      'We have not received the payment for Pro. You will not be charged again. Your scheduled posts no longer go out; they stay in your calendar for you to read.',
      `[Reactivate your plan] ${LINK}`,
    ],
    subscription_resumed: [
      '# Pro continues',
      'Your plan is no longer set to end, and all your scheduled posts go out. It costs $15.00 a month.',
      `[See your subscription] ${LINK}`,
    ],
    support_message: ['# Something new in Drumbeat', 'You can now plan a whole month at once.'],
    trial_ending: [
      '# Your trial ends on 28 November 2026',
      'That day we charge $15.00 to your Visa ending in 4242, and Pro continues. If you want to keep it, there is nothing to do.',
      'If you cancel before then, you pay nothing. Posts scheduled until that day still go out; later ones wait.',
      `[See your subscription] ${LINK}`,
    ],
    trial_started: [
      '# Your trial has started',
      'You can use everything in Pro until 28 November 2026. It costs $15.00 a month. If you cancel before then, you pay nothing.',
      `[Open your dashboard] ${LINK}`,
    ],
    two_factor_off: [
      '# Two-factor authentication is off',
      "Signing in as ada@people.example now takes only your password. The entry in your authenticator app and your backup codes no longer work, so you can delete them. You're now signed out everywhere else.",
      NOT_YOU,
    ],
    two_factor_on: [
      '# Two-factor authentication is on',
      "Signing in as ada@people.example now also takes a code from your authenticator app. You're now signed out everywhere else.",
      'Keep your backup codes somewhere you can reach without your phone.',
      NOT_YOU,
    ],
    verify_email: [
      '# Verify your email',
      'Confirm ada@people.example so you can choose a plan and connect your X account.',
      `[Verify email] ${LINK}`,
      "If the button doesn't work, open this address:",
      LINK,
      'The account was made on 28 November 2026 at 11:30, with Chrome on Windows. The link works once and expires in 24 hours.',
      "This wasn't you? Delete the account that was made with your address: https://drumbeat.example/verify-email?not-me=1&token=a",
    ],
    weekly_summary: [
      '# 7 posts went out last week, 14 to come this week',
      'Tuesday 24 November at 11:30, @ada: “Hello”. X refused this post: no. Change it and retry.',
      `[See your posts] ${LINK}`,
      'You get this email on Monday mornings. To stop it, open https://drumbeat.example/api/emails/unsubscribe?token=v1.a.b',
    ],
  } satisfies Record<EmailKind, string[]>);
});

test('one email as a mail program draws it: sizes, colours, and links that are whole', async () => {
  const { html, plain } = await render('verify_email');
  const href = LINK.replace('&', '&amp;');
  const disown = 'https://drumbeat.example/verify-email?not-me=1&amp;token=a';
  const small = 'font-size:13px;line-height:20px;';
  expect(
    html.slice(html.indexOf('<h1'), html.indexOf('</td></tr>\n<tr><td style="padding:20px 4px 0;')),
  ).toBe(
    [
      '<h1 style="margin:0;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">Verify your email</h1>',
      '<p style="margin:12px 0 0;font-size:15px;line-height:24px;">Confirm ada@people.example so you can choose a plan and connect your X account.</p>',
      `<p style="margin:24px 0 0;"><a href="${href}" style="display:inline-block;background:#1C1917;color:#FFFFFF;font-size:15px;line-height:24px;font-weight:600;text-decoration:none;padding:10px 20px;border-radius:8px;">Verify email</a></p>`,
      `<p style="margin:24px 0 0;${small}color:#57534E;">If the button doesn't work, open this address:</p>`,
      `<p style="margin:8px 0 0;${small}word-break:break-all;"><a href="${href}" style="color:#4F46E5;">${href}</a></p>`,
      `<p style="margin:24px 0 0;${small}color:#57534E;">The account was made on 28 November 2026 at 11:30, with Chrome on Windows. The link works once and expires in 24 hours.</p>`,
      `<p style="margin:24px 0 0;${small}color:#57534E;">This wasn't you? Delete the account that was made with your address: <a href="${disown}" style="color:#4F46E5;">${disown}</a></p>`,
      '',
    ].join('\n'),
  );
  expect(plain).toBe(`Verify your email

Confirm ada@people.example so you can choose a plan and connect your X account.

${LINK}

The account was made on 28 November 2026 at 11:30, with Chrome on Windows. The link works once and expires in 24 hours.

This wasn't you? Delete the account that was made with your address: https://drumbeat.example/verify-email?not-me=1&token=a

--
Drumbeat · https://drumbeat.example
Questions? Write to help@drumbeat.example.
`);
});

test('the frame of each email: its subject as title, three growing bars, and one card on a grey page', async () => {
  const { html } = await render('verify_email');
  expect(html.slice(0, html.indexOf('<body'))).toBe(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>Verify your email for Drumbeat</title>
</head>
`);
  const bars = [
    ...html.matchAll(/padding-right:(\d+)px;"><div style="width:5px;height:(\d+)px;background:(#\w+);/g),
  ];
  expect(bars.map(([, gap, height, color]) => [gap, height, color])).toEqual([
    ['3', '9', '#1C1917'],
    ['3', '14', '#1C1917'],
    ['10', '20', '#4F46E5'],
  ]);
  expect(html).toContain(
    '<body style="margin:0;padding:0;background:#FAFAF9;color:#1C1917;font-family:Inter,',
  );
  expect(html).toContain('style="max-width:520px;"');
  expect(html).toContain('<td style="background:#FFFFFF;border:1px solid #E7E5E4;border-radius:10px;');
});

test('a list has a paragraph for each of its lines, and its texts are no html', async () => {
  const email = await render('posts_failed', { count: '2', list: 'One <b>post</b>.\nAnother.' });
  expect(email.html).toMatch(/<p [^>]*>One &lt;b&gt;post&lt;\/b&gt;\.<\/p>\s*<p [^>]*>Another\.<\/p>/);
  expect(email.plain).toContain('One <b>post</b>.\nAnother.');
});
