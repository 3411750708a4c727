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
