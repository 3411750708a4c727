import { button, heading, lines, noteWithLink } from './blocks.ts';
import { defineTemplate } from './template.ts';

/** News that staff send; only to people who consented. */
export const marketing = defineTemplate(['title', 'text', 'link'], ({ title, text, link, publicUrl }) => ({
  subject: title,
  body: [
    heading(title),
    lines(text),
    button('See what is new', link),
    noteWithLink(
      'You get this email because you agreed to news from us. To stop it, open',
      `${publicUrl}/settings`,
    ),
  ],
}));
