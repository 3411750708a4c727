import { heading, notYou, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const passwordReset = defineTemplate(['email', 'link'], ({ email, link }) => ({
  subject: 'Your Drumbeat password was reset',
  body: [
    heading('Your password was reset'),
    paragraph(
      `A new password for ${email} was set from the link we emailed. You're now signed out everywhere: sign in ` +
        'with the new password.',
    ),
    notYou(link),
  ],
}));
