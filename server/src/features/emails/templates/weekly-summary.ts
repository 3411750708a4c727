import { button, heading, lines, noteWithLink } from './blocks.ts';
import { counted, defineTemplate } from './template.ts';

export const weeklySummary = defineTemplate(
  ['out', 'ahead', 'list', 'link', 'unsubscribe'],
  ({ out, ahead, list, link, unsubscribe }) => ({
    subject: `${counted(out, 'post went out', 'posts went out')}, ${ahead} to come`,
    body: [
      heading(`${counted(out, 'post went out', 'posts went out')} last week, ${ahead} to come this week`),
      lines(list),
      button('See your posts', link),
      noteWithLink('You get this email on Monday mornings. To stop it, open', unsubscribe),
    ],
  }),
);
