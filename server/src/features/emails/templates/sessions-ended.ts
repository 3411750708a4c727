import { heading, notYou, paragraph } from './blocks.ts';
import { counted, defineTemplate } from './template.ts';

export const sessionsEnded = defineTemplate(['email', 'count', 'link'], ({ email, count, link }) => ({
  subject: 'Your other Drumbeat sessions were signed out',
  body: [
    heading('Your other sessions were signed out'),
    paragraph(
      `We signed out ${counted(count, 'other session', 'other sessions')} for ${email}, as you asked in Settings. ` +
        'The session you asked from is still signed in.',
    ),
    notYou(link),
  ],
}));
