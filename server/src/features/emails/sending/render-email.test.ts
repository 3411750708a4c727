import { expect, test } from 'vitest';
import { renderEmail } from './render-email.ts';

const layout = {
  subject: '',
  html: '<main>{{ content | raw }}</main>',
  plain: '{{ content }}\n--\n{{ footer }}',
};

function render(part: Partial<{ subject: string; html: string; plain: string }>, variables = {}) {
  const template = { subject: 'Hello', html: '<p>Hello</p>', plain: 'Hello', ...part };
  return renderEmail(template, layout, { footer: 'Drumbeat', ...variables });
}

test('each part is rendered and put into the layout', async () => {
  const mail = await render(
    { subject: 'For {{ name }}', html: '<p>{{ name }}</p>', plain: 'Dear {{ name }}' },
    { name: 'Ada' },
  );
  expect(mail).toEqual({
    subject: 'For Ada',
    html: '<main><p>Ada</p></main>',
    plain: 'Dear Ada\n--\nDrumbeat',
  });
});

test('values are escaped in html, and left as they are in plain text and subject', async () => {
  const name = '<img src=x onerror="alert(1)"> & co';
  const mail = await render({ subject: '{{ name }}', html: '{{ name }}', plain: '{{ name }}' }, { name });
  expect(mail.html).not.toContain('<img');
  expect(mail.html).toContain('&lt;img');
  expect(mail.plain).toContain(name);
  expect(mail.subject).toBe(name);
});

test('a value cannot start a second header, and is never itself a template', async () => {
  const mail = await render(
    { subject: '{{ name }}', html: '{{ name }}' },
    { name: 'A\r\nBcc: {{ footer }}' },
  );
  expect(mail.subject).toBe('A Bcc: {{ footer }}');
  expect(mail.html).toContain('{{ footer }}');
});

test.each([
  ['names a variable that is not given', { html: '{{ nobody }}' }],
  ['is not Liquid', { html: '{% if %}' }],
  ['asks for an unknown filter', { html: '{{ footer | explode }}' }],
  ['includes a file', { html: "{% include 'package.json' %}" }],
  ['renders a file of this machine', { html: "{% render '/etc/passwd' %}" }],
  [
    'runs for ever',
    { html: '{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}' },
  ],
])('a template that %s fails', async (_, part) => {
  await expect(render(part)).rejects.toThrow();
});
