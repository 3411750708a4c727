import { button, buttonWithAddress, heading, lines, note, noteWithLink, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

/** Emails about an account as such. */
export const accountEmails = {
  verify_email: defineTemplate(
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
  ),
  account_deleted: defineTemplate(['email'], ({ email }) => ({
    subject: 'Your Drumbeat account was deleted',
    body: [
      heading('Your account was deleted'),
      paragraph(
        `The account for ${email} is gone. No more posts will go out, X is disconnected, and any subscription is ` +
          "canceled without another charge. We'll erase the rest of your data within a day.",
      ),
      note("Wasn't you? Tell us right away by replying to this email."),
    ],
  })),
  /** News that staff send; only to people who consented. */
  marketing: defineTemplate(['title', 'text', 'link'], ({ title, text, link, publicUrl }) => ({
    subject: title,
    body: [
      heading(title),
      lines(text),
      button('See what is new', link),
      noteWithLink(
        'You get this email because you agreed to news from us. To stop it, open',
        `${publicUrl}/settings`,
      ),
    ],
  })),
  /** A message from staff to one customer about their account. */
  support_message: defineTemplate(['title', 'text'], ({ title, text }) => ({
    subject: title,
    body: [heading(title), lines(text)],
  })),
};
