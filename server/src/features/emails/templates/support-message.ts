import { heading, lines } from './blocks.ts';
import { defineTemplate } from './template.ts';

/** A message of our staff to one customer, about that customer's own account. */
export const supportMessage = defineTemplate(['title', 'text'], ({ title, text }) => ({
  subject: title,
  body: [heading(title), lines(text)],
}));
