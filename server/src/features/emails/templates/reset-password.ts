import { buttonWithAddress, heading, note, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const resetPassword = defineTemplate(['email', 'link'], ({ email, link }) => ({
  subject: 'Set a new password for Drumbeat',
  body: [
    heading('Set a new password'),
    paragraph(`We got a request to reset the password for ${email}.`),
    buttonWithAddress('Set new password', link),
    note(
      'The link works once and expires in 1 hour. Only the latest link works. ' +
        "If you didn't ask for it, you can ignore this email: your password stays the same.",
    ),
  ],
}));
