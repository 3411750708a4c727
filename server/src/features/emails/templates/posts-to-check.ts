import { button, heading, paragraph } from './blocks.ts';
import { counted, defineTemplate } from './template.ts';

export const postsToCheck = defineTemplate(['count', 'username', 'link'], ({ count, username, link }) => ({
  subject: counted(
    count,
    `post for @${username} may be on X already`,
    `posts for @${username} may be on X already`,
  ),
  body: [
    heading(counted(count, 'post needs a look from you', 'posts need a look from you')),
    paragraph(
      `We restored our database from a backup. ${counted(count, 'planned post', 'planned posts')} for @${username} ` +
        'may have gone out after it was made: the same words are on X, with another link.',
    ),
    paragraph(
      'So that nothing goes out twice, we paused what looks alike. Compare it with your timeline on X: resume what is ' +
        'not there, and delete what is. Everything else goes out as planned.',
    ),
    button('See your posts', link),
  ],
}));
