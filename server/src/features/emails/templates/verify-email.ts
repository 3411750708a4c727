import { buttonWithAddress, heading, note, noteWithLink, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const verifyEmail = defineTemplate(
  ['email', 'link', 'when', 'device', 'disown'],
  ({ email, link, when, device, disown }) => ({
    subject: 'Verify your email for Drumbeat',
    body: [
      heading('Verify your email'),
      paragraph(`Confirm ${email} so you can choose a plan and connect your X account.`),
      buttonWithAddress('Verify email', link),
      note(`The account was made on ${when}, with ${device}. The link works once and expires in 24 hours.`),
      noteWithLink("This wasn't you? Delete the account that was made with your address:", disown),
    ],
  }),
);
