import { button, heading, lines, noteWithLink } from './blocks.ts';
import { defineTemplate } from './template.ts';

/** News from us, which staff send; only to those who agreed to it. */
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
