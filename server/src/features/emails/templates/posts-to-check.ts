import { button, heading, paragraph } from './blocks.ts';
import { counted, defineTemplate } from './template.ts';

export const postsToCheck = defineTemplate(['count', 'username', 'link'], ({ count, username, link }) => ({
  subject: counted(
    count,
    `post for @${username} may be on X already`,
    `posts for @${username} may be on X already`,
  ),
  body: [
    heading(counted(count, 'post needs your review', 'posts need your review')),
    paragraph(
      `We restored our database from a backup. ${counted(count, 'planned post', 'planned posts')} for @${username} ` +
        'may have gone out after that backup: X has the same words with another link.',
    ),
    paragraph(
      'So that nothing goes out twice, we paused what may be a repeat. Compare it with your timeline on X: delete what ' +
        'is already there, and resume the rest. Everything else goes out as planned.',
    ),
    button('See your posts', link),
  ],
}));
