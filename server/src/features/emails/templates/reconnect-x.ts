import { button, heading, note, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const reconnectX = defineTemplate(['username', 'link'], ({ username, link }) => ({
  subject: `Reconnect @${username} to keep posting`,
  body: [
    heading(`Reconnect @${username}`),
    paragraph(
      `X has revoked Drumbeat's access to @${username}. Your scheduled posts are on hold and nothing is lost: once ` +
        'you reconnect, posts that came due move to the next free times.',
    ),
    button('Reconnect X', link),
    note(
      "This happens when you remove Drumbeat's access on X, when your X password changes, or when X locks the account.",
    ),
  ],
}));
