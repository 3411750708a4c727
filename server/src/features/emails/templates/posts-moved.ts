import { button, heading, paragraph } from './blocks.ts';
import { counted, defineTemplate } from './template.ts';

export const postsMoved = defineTemplate(
  ['count', 'username', 'reason', 'first', 'link'],
  ({ count, username, reason, first, link }) => ({
    subject: counted(
      count,
      `post for @${username} moved to a new time`,
      `posts for @${username} moved to new times`,
    ),
    body: [
      heading(counted(count, 'post has a new time', 'posts have new times')),
      paragraph(
        `${reason} Posts for @${username} that came due in between moved to the next free times, so nothing goes out ` +
          `in a burst. The first is now set for ${first}.`,
      ),
      paragraph('Nothing was lost, and you can still change or move each post.'),
      button('See the calendar', link),
    ],
  }),
);
