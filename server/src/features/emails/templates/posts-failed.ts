import { button, heading, lines, paragraph } from './blocks.ts';
import { counted, defineTemplate } from './template.ts';

export const postsFailed = defineTemplate(['count', 'list', 'link'], ({ count, list, link }) => ({
  subject: counted(count, 'post did not go out', 'posts did not go out'),
  body: [
    heading(counted(count, 'post did not go out', 'posts did not go out')),
    paragraph('X did not accept what is listed below. Your other posts go out as planned.'),
    lines(list),
    paragraph('Open the dashboard to edit, retry or reschedule a post.'),
    button('See what failed', link),
  ],
}));
