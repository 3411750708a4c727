import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const postsOnHold = defineTemplate(['why', 'link'], ({ why, link }) => ({
  subject: `Your posts are on hold`,
  body: [
    heading('Your posts are on hold'),
    paragraph(
      `${why} Nothing is lost: your posts stay in the calendar, and those that came due move to the next free times once you are back.`,
    ),
    button('See your subscription', link),
  ],
}));
