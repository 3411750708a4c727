import { heading, notYou, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const twoFactorOff = defineTemplate(['email', 'link'], ({ email, link }) => ({
  subject: 'Two-factor authentication is off',
  body: [
    heading('Two-factor authentication is off'),
    paragraph(
      `Signing in as ${email} now takes only your password. The entry in your authenticator app and your backup ` +
        "codes no longer work, so you can delete them. You're now signed out everywhere else.",
    ),
    notYou(link),
  ],
}));
