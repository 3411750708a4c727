import { heading, notYou, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const passwordChanged = defineTemplate(['email', 'link'], ({ email, link }) => ({
  subject: 'Your Drumbeat password was changed',
  body: [
    heading('Your password was changed'),
    paragraph(`The password for ${email} was changed in Settings. You're now signed out everywhere else.`),
    notYou(link),
  ],
}));
