import {
  button,
  buttonWithAddress,
  heading,
  lines,
  note,
  noteWithLink,
  notYou,
  paragraph,
} from './blocks.ts';
import { counted, defineTemplate } from './template.ts';

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

/** Emails about passwords, sessions and the second factor. */
export const securityEmails = {
  password_changed: defineTemplate(['email', 'link'], ({ email, link }) => ({
    subject: 'Your Drumbeat password was changed',
    body: [
      heading('Your password was changed'),
      paragraph(`The password for ${email} was changed in Settings. You're now signed out everywhere else.`),
      notYou(link),
    ],
  })),
  password_reset: defineTemplate(['email', 'link'], ({ email, link }) => ({
    subject: 'Your Drumbeat password was reset',
    body: [
      heading('Your password was reset'),
      paragraph(
        `A new password for ${email} was set from the link we emailed. You're now signed out everywhere: sign in ` +
          'with the new password.',
      ),
      notYou(link),
    ],
  })),
  reset_password: defineTemplate(['email', 'link'], ({ email, link }) => ({
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
  })),
  sessions_ended: defineTemplate(['email', 'count', 'link'], ({ email, count, link }) => ({
    subject: 'Your other Drumbeat sessions were signed out',
    body: [
      heading('Your other sessions were signed out'),
      paragraph(
        `We signed out ${counted(count, 'other session', 'other sessions')} for ${email}, as you asked in Settings. ` +
          'The session you asked from is still signed in.',
      ),
      notYou(link),
    ],
  })),
  backup_code_used: defineTemplate(['email', 'left', 'link'], ({ email, left, link }) => ({
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
  })),
  two_factor_on: defineTemplate(['email', 'link'], ({ email, link }) => ({
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
  })),
  two_factor_off: defineTemplate(['email', 'link'], ({ email, link }) => ({
    subject: 'Two-factor authentication is off',
    body: [
      heading('Two-factor authentication is off'),
      paragraph(
        `Signing in as ${email} now takes only your password. The entry in your authenticator app and your backup ` +
          "codes no longer work, so you can delete them. You're now signed out everywhere else.",
      ),
      notYou(link),
    ],
  })),
};
