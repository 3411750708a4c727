import { heading, notYou, paragraph } from './blocks.ts';
import { counted, defineTemplate } from './template.ts';

export const backupCodeUsed = defineTemplate(['email', 'left', 'link'], ({ email, left, link }) => ({
  subject: 'A backup code was used to sign in',
  body: [
    heading('A backup code was used'),
    paragraph(
      `Someone signed in as ${email} with the password and a backup code. ` +
        `You have ${counted(left, 'backup code', 'backup codes')} left.`,
    ),
    paragraph('To get ten new codes, turn two-factor authentication off and on again in Settings.'),
    notYou(link),
  ],
}));
