import { expect, test } from 'vitest';
import { plainTextOf } from './plain-text.rules.ts';

test.each([
  ['a tag', 'Dear <b>Ada</b>', 'Dear Ada'],
  ['line breaks', 'a<br>b<br/>c<br />d<BR>e', 'a\nb\nc\nd\ne'],
  ['paragraphs', '<p>a</p><p>b</p>', 'a\nb'],
  [
    'blocks',
    '<div>a</div><h2>b</h2><ul><li>c</li></ul><table><tr><td>d</td></tr></table>e',
    'a\nb\nc\nd\n\ne',
  ],
  ['headings', '<h1>a</h1><h6>b</h6><H3>c</H3>d', 'a\nb\nc\nd'],
  ['an address', '<a class="x" href="https://example.com">Verify</a>', 'https://example.com Verify'],
  ['an empty address', '<a href="">Verify</a>', 'Verify'],
  ['another attribute than an address', '<a data-href="x">Verify</a>', 'Verify'],
  ['Liquid', '<p>Dear {{ name }}{% if a %}!{% endif %}</p>', 'Dear {{ name }}{% if a %}!{% endif %}'],
  ['entities', 'a&nbsp;b &lt;c&gt; &amp;lt; &amp;&amp;', 'a b <c> &lt; &&'],
  ['spaces around lines', '  a  <br>  b  ', 'a\nb'],
  ['more than one empty line', 'a<br><br><br><br>b', 'a\n\nb'],
  ['a lone bracket', 'a < b', 'a < b'],
])('%s of HTML as text: %s', (_, html, text) => {
  expect(plainTextOf(html)).toBe(text);
});
