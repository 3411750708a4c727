import { expect, test } from 'vitest';
import { lacksOf, plainTextOf, spokenDay, spokenMoment, spokenTime } from './emails.rules.ts';

test('a wall clock is written as a weekday, a day and a time', () => {
  expect(spokenTime('2026-11-24T11:30:00')).toBe('Tuesday 24 November at 11:30');
});

test.each([
  ['2026-11-24T20:05:59Z', 'Asia/Kolkata', '25 November 2026', '01:35'],
  ['2027-01-01T04:59:00Z', 'America/New_York', '31 December 2026', '23:59'],
])('%s is in %s %s at %s', (at, zone, day, time) => {
  expect(spokenDay(new Date(at), zone)).toBe(day);
  expect(spokenMoment(new Date(at), zone)).toBe(`${day} at ${time}`);
});

const samples = { link: 'https://example.com/?a=1&b=2', name: 'Ada' };

const whole = {
  subject: 'Verify',
  html: '<a href="https://example.com/?a=1&amp;b=2">Verify</a>',
  plain: 'Verify: https://example.com/?a=1&b=2',
};

test.each([
  ['a subject', { subject: '' }, { subject: 'An email needs a subject.' }],
  ['its text', { plain: ' \n' }, { plain: 'An email needs a text.' }],
  ['its HTML', { html: '' }, { html: 'An email needs a text.' }],
  ['the link in its text', { plain: 'Verify' }, { plain: 'The email must show {{ link }}.' }],
  [
    'all',
    { subject: '', html: ' ', plain: '' },
    { subject: 'An email needs a subject.', html: 'An email needs a text.', plain: 'An email needs a text.' },
  ],
  ['the link in its HTML', { html: 'Verify' }, { html: 'The email must show {{ link }}.' }],
])('an email lacks %s', (_, change, lacks) => {
  expect(lacksOf({ ...whole, ...change }, samples)).toEqual(lacks);
});

test('an email that can be ended must show how, in both texts', () => {
  const unsubscribe = 'https://example.com/end';
  expect(lacksOf(whole, { ...samples, unsubscribe })).toEqual({
    html: 'The email must show {{ unsubscribe }}.',
    plain: 'The email must show {{ unsubscribe }}.',
  });
});

test.each([
  ['a tag', 'Dear <b>Ada</b>', 'Dear Ada'],
  ['line breaks', 'a<br>b<br/>c<br />d<BR>e', 'a\nb\nc\nd\ne'],
  ['paragraphs', '<p>a</p><p>b</p>', 'a\nb'],
  [
    'blocks',
    '<div>a</div><h2>b</h2><ul><li>c</li></ul><table><tr><td>d</td></tr></table>e',
    'a\nb\nc\nd\n\ne',
  ],
  ['an address', '<a class="x" href="https://example.com">Verify</a>', 'https://example.com Verify'],
  ['Liquid', '<p>Dear {{ name }}{% if a %}!{% endif %}</p>', 'Dear {{ name }}{% if a %}!{% endif %}'],
  ['entities', 'a&nbsp;b &lt;c&gt; &amp;lt; &amp;&amp;', 'a b <c> &lt; &&'],
  ['spaces around lines', '  a  <br>  b  ', 'a\nb'],
  ['more than one empty line', 'a<br><br><br><br>b', 'a\n\nb'],
])('%s of HTML as text: %s', (_, html, text) => {
  expect(plainTextOf(html)).toBe(text);
});
