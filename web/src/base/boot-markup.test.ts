import { expect, test } from 'vitest';
import { dropMarkup, keepMarkup, keptMarkup } from './boot-markup.ts';

test('the markup of the HTML is kept with its elements until the first screen is there', () => {
  keepMarkup({
    innerHTML: '<h1>Drumbeat</h1>',
    innerText: 'Drumbeat',
    textContent: 'Drumbeat',
  } as HTMLElement);
  expect(keptMarkup()).toBe('<h1>Drumbeat</h1>');
  dropMarkup();
  expect(keptMarkup()).toBe('');
});
