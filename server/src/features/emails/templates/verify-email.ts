import { buttonWithAddress, heading, note, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const verifyEmail = defineTemplate(['email', 'link'], ({ email, link }) => ({
  subject: 'Verify your email for Drumbeat',
  body: [
    heading('Verify your email'),
    paragraph(`Confirm ${email} so you can choose a plan and connect your X account.`),
    buttonWithAddress('Verify email', link),
    note("The link works once and expires in 24 hours. If you didn't sign up, you can ignore this email."),
  ],
}));
