import { expect, onTestFinished, test, vi } from 'vitest';
import { renderTemplate } from './liquid.ts';

test('values are filled in: escaped in html, as they are in text, and never templates themselves', async () => {
  const variables = { name: '<b>{{ other }}</b> & co', list: ['a', 'b'] };
  expect(await renderTemplate('{{ name }}', variables, 'text')).toBe('<b>{{ other }}</b> & co');
  expect(await renderTemplate('{{name}}', variables, 'html')).toBe('&lt;b&gt;{{ other }}&lt;/b&gt; &amp; co');
  expect(await renderTemplate('{% for each in list %}-{{ each }}{% endfor %}', variables, 'text')).toBe(
    '-a-b',
  );
});

const TOO_LARGE =
  'The template takes too long, or makes too much text. Is there a loop without end? (Line 1)';
const endless = '{% for a in (1..90000) %}{% for b in (1..90000) %}{% endfor %}{% endfor %}';
const doubling = (by: string) =>
  `{% assign x = "0123456789" %}{% for a in (1..60) %}{% ${by} %}{% endfor %}{{ x }}`;

test.each([
  ['a loop without end', endless, TOO_LARGE],
  ['a text that doubles', doubling('assign x = x | append: x'), TOO_LARGE],
  [
    'a text that doubles by capture',
    `{% assign x = "0123456789" %}{% for a in (1..60) %}{% capture x %}{{ x }}{{ x }}{% endcapture %}{% endfor %}`,
    TOO_LARGE,
  ],
  ['much text', `{% for a in (1..20001) %}${'x'.repeat(50)}{% endfor %}`, TOO_LARGE.replace(' (Line 1)', '')],
  ['an unknown tag', 'One\n{% explode %}', "There is no tag 'explode'. (Line 2)"],
  [
    'an unknown variable',
    'One\n\n{{ nobody }}',
    "There is no variable 'nobody'. Add it to the variables, or correct its name. (Line 3)",
  ],
  ['an unknown filter', '{{ "a" | explode }}', "There is no filter 'explode'. (Line 1)"],
  ['a tag without its end', '{% if name %}', 'Tag {% if name %} is not closed. (Line 1)'],
  ['a file of this machine', "{% render '/etc/passwd' %}", 'A template cannot include another. (Line 1)'],
  ['too long a source', 'x'.repeat(120_001), 'The template is too long.'],
  [
    'tags in tags in tags',
    '{% if true %}'.repeat(5_000) + '{% endif %}'.repeat(5_000),
    'The template nests too deeply. (Line 1)',
  ],
  [
    'nonsense, of which the first 300 characters are told',
    `{% for ${'a'.repeat(300)} %}`,
    `This is not a template: illegal tag: {% for ${'a'.repeat(256)}. (Line 1)`,
  ],
])('%s is refused in words', async (_, source, words) => {
  const refused = renderTemplate(source, { name: 'Ada', list: ['a'] }, 'text');
  await expect(refused).rejects.toMatchObject({ name: 'TemplateFault', message: words });
});

test('a machine that paused for a second is not taken for a template without end', async () => {
  await renderTemplate('loads the engine', {}, 'text');
  const real = performance.now.bind(performance);
  let asked = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + (asked++ === 0 ? 0 : 1_000));
  onTestFinished(() => clock.mockRestore());
  expect(await renderTemplate('Dear {{ name }}', { name: 'Ada' }, 'text')).toBe('Dear Ada');
  expect(asked).toBeGreaterThan(3);
});

test('what runs over its time is refused', async () => {
  const list = Array.from({ length: 5_000 }, (_, n) => n);
  const slow = '{% for a in list %}{% for b in list %}{% endfor %}{% endfor %}';
  await expect(renderTemplate(slow, { list }, 'text')).rejects.toThrow(TOO_LARGE);
});
