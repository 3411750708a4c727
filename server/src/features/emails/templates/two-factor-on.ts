import { heading, notYou, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const isTwoFactorOn = defineTemplate(['email', 'link'], ({ email, link }) => ({
  subject: 'Two-factor authentication is on',
  body: [
    heading('Two-factor authentication is on'),
    paragraph(
      `Signing in as ${email} now also takes a code from your authenticator app. You're now signed out everywhere ` +
        'else.',
    ),
    paragraph('Keep your backup codes somewhere you can reach without your phone.'),
    notYou(link),
  ],
}));
