import { heading, lines } from './blocks.ts';
import { defineTemplate } from './template.ts';

/** A message from staff to one customer about their account. */
export const supportMessage = defineTemplate(['title', 'text'], ({ title, text }) => ({
  subject: title,
  body: [heading(title), lines(text)],
}));
