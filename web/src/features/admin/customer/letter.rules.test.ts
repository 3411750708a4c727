import { expect, test } from 'vitest';
import { asksForMessage, bodyOf, emptyLetter } from './letter.rules.ts';

const letter = { ...emptyLetter, title: 'Hello', text: 'We are here.', subject: 'Mine', html: '<p>Mine</p>' };

test('a support message has a title and a text', () => {
  expect(asksForMessage(letter)).toBe(true);
  expect(bodyOf({ ...letter, variables: 'no JSON' })).toEqual({
    templateKey: 'support_message',
    useTemplateContent: true,
    variables: { title: 'Hello', text: 'We are here.' },
  });
});

test('an own text has subject, HTML and variables, which must be a JSON object', () => {
  const own = { ...letter, useTemplateContent: false };
  expect(asksForMessage(own)).toBe(false);
  const body = {
    templateKey: 'support_message',
    useTemplateContent: false,
    subject: 'Mine',
    html: '<p>Mine</p>',
  };
  expect(bodyOf({ ...own, variables: '{"a": 1}' })).toEqual({ ...body, variables: { a: 1 } });
  expect(bodyOf({ ...own, variables: ' ' })).toEqual({ ...body, variables: {} });
  for (const variables of ['{', '[]', 'null', '1']) expect(bodyOf({ ...own, variables })).toBeUndefined();
});

test('another template takes variables only', () => {
  const other = { ...letter, templateKey: 'verify_email' as const, variables: '{"link": "x"}' };
  expect(asksForMessage(other)).toBe(false);
  expect(bodyOf(other)).toEqual({
    templateKey: 'verify_email',
    useTemplateContent: true,
    variables: { link: 'x' },
  });
});
