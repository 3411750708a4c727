import { expect, test } from 'vitest';
import { lacksOf } from './emails.templates.rules.ts';

const samples = { link: 'https://example.com/?a=1&b=2', name: 'Ada' };
const whole = {
  subject: 'Verify',
  html: '<a href="https://example.com/?a=1&amp;b=2">Verify</a>',
  plain: 'Verify: https://example.com/?a=1&b=2',
};

test('an email with a subject, both texts and its links in both lacks nothing', () => {
  expect(lacksOf(whole, samples)).toEqual({});
  expect(lacksOf({ subject: 'Hi', html: 'Hi', plain: 'Hi' }, { name: 'Ada' })).toEqual({});
});

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
