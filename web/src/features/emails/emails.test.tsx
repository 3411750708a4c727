import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import type { Answers } from '../../testing/fake-server.ts';
import { fieldsIn } from '../../testing/read-values.ts';
import { expectReadAgain, expectToldOnce, openScreen } from '../../testing/screen.tsx';

type Email = CallOutput<'GET /api/admin/email-templates/:key'>['template'];
const german: Email = {
  template_key: 'verify_email',
  locale: 'de',
  subject: 'Bestätigen',
  html: '<p>{{ link }}</p>',
  plain: '{{ link }}',
  variables: [{ name: 'link', default: 'https://example.com' }],
  is_published: true,
  version: 2,
  published_version: 2,
  updated_at: '2026-01-02T03:04:00.000Z',
};
const [all, one, versions] = [
  'GET /api/admin/email-templates',
  'GET /api/admin/email-templates/:key',
  'GET /api/admin/email-templates/:key/versions',
] as const;
const [put, _withdraw, preview, testSend] = [
  'PUT /api/admin/email-templates/:key',
  'POST /api/admin/email-templates/:key/withdraw',
  'POST /api/admin/email-templates/:key/preview',
  'POST /api/admin/email-templates/:key/test-send',
] as const;
const silent = () => new Response(null, { status: 500 });
const former = {
  version: 1,
  is_published: true,
  is_withdrawal: false,
  saved_at: '2026-01-01T03:04:00.000Z',
  saved_by: 'g***@staff.example',
  reason: 'A first try.',
  content: { subject: 'Alt', html: '<p>Alt</p>', plain: 'Alt', variables: [] },
};
const open = (answers: Answers = {}, opened = 'verify_email/de') =>
  openScreen(`/admin?open=emails&emails.open=${encodeURIComponent(opened)}`, {
    user: buildUser({ roles: ['admin'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['admin'] },
      [all]: { templates: [{ ...german, locale: 'en', subject: 'Verify' }, german] },
      [one]: { template: german },
      [versions]: { versions: [former], nextPage: null },
      [preview]: { subject: 'Bestätigen', html: '<p>x</p>', plain: 'x' },
      ...answers,
    },
  });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const fill = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
/** Gives the reason in the dialog, and confirms. */
async function confirm(title: string, name: string) {
  const dialog = await screen.findByRole('dialog', { name: title });
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'It is time.' } });
  const button = within(dialog).getByRole('button', { name });
  fireEvent.click(button);
  return { dialog, button };
}

test('ADM-EML-01 ADM-EML-02 ADM-EML-03 ADM-EML-04 ADM-EML-05 emails are searched; one is edited as a whole and saved with its version', async () => {
  const server = open({ [put]: silent });
  await screen.findByRole('heading', { name: 'Email Templates' });
  const html = await field('HTML');
  expect(fieldsIn(html.closest('form') as HTMLElement)).toEqual({
    Locale: ['de'],
    Subject: ['Bestätigen'],
    HTML: ['<p>{{ link }}</p>', 'Liquid, with the variables below. Rendered inside the layout.'],
    'Plain text': ['{{ link }}'],
    'Variables (JSON)': [
      '[{"name":"link","default":"https://example.com"}]',
      'Variables that Drumbeat does not fill in need a default: {"name": "tone", "default": "kind"}',
    ],
    State: ['published'],
  });
  expect(server.made(one)).toMatchObject([{ params: { key: 'verify_email' }, query: { locale: 'de' } }]);
  expect(server.made(versions)).toMatchObject([{ params: { key: 'verify_email' }, query: { locale: 'de' } }]);
  await fill('Variables (JSON)', '{}');
  await press('Save');
  await screen.findByText('Variables must be a JSON array');
  await fill('Variables (JSON)', '[]');
  await fill('Subject', 'Neu');
  await press('Save');
  const { dialog, button } = await confirm('Save this version?', 'Save');
  await within(dialog).findByText('Failed to save template');
  server.answer({ [put]: { template: { ...german, version: 3 } } });
  await expectReadAgain(server, [all, one, versions], async () => fireEvent.click(button));
  await expectToldOnce('Saved.', 'success');
  expect(server.made(put).map(({ params, body }) => ({ params, body }))[1]).toEqual({
    params: { key: 'verify_email' },
    body: {
      locale: 'de',
      subject: 'Neu',
      html: '<p>{{ link }}</p>',
      plain: '{{ link }}',
      variables: [],
      is_published: true,
      version: 2,
      reason: 'It is time.',
    },
  });
  await fill('Search', ' verify ');
  fireEvent.keyDown(await field('Search'), { key: 'Enter' });
  await waitFor(() => expect(server.made(all).at(-1)?.query).toEqual({ q: 'verify' }));
});

test('ADM-EML-06 ADM-EML-07 an email is previewed in a sandboxed frame and sent to oneself as a test', async () => {
  const server = open({ [preview]: silent, [testSend]: silent });
  await screen.findByText('Failed to render the preview');
  const html = '<p>Hello</p><script>parent.hacked = true</script>';
  server.answer({ [preview]: { subject: 'Hallo Ada', html, plain: 'x' } });
  await fill('Subject', 'Hallo {{ name }}');
  await fill('Values to try (JSON)', '{"name": "Ada"}');
  await screen.findByText('Hallo Ada');
  const frame = screen.getByTitle<HTMLIFrameElement>('Preview');
  expect([frame.getAttribute('sandbox'), frame.srcdoc, 'hacked' in window]).toEqual(['', html, false]);
  const typed = {
    locale: 'de',
    subject: 'Hallo {{ name }}',
    html: '<p>{{ link }}</p>',
    plain: '{{ link }}',
    variables: { link: 'https://example.com', name: 'Ada' },
  };
  expect(server.made(preview).at(-1)).toMatchObject({ params: { key: 'verify_email' } });
  expect(server.made(preview).at(-1)?.body).toEqual(typed);
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send test to me' }));
  send();
  await screen.findByText('Failed to send the test');
  expect(server.made(testSend).map(({ params, body }) => [params, body])).toEqual([
    [{ key: 'verify_email' }, typed],
  ]);
  server.answer({ [testSend]: { message: 'Sent to grace@staff.example.' } });
  send();
  await expectToldOnce('Sent to grace@staff.example.', 'success');
});
