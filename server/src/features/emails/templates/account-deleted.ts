import { heading, note, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const accountDeleted = defineTemplate(['email'], ({ email }) => ({
  subject: 'Your Drumbeat account was deleted',
  body: [
    heading('Your account was deleted'),
    paragraph(
      `The account for ${email} is gone. No more posts will go out, X is disconnected, and any subscription is ` +
        "canceled without another charge. We'll erase the rest of your data within a day.",
    ),
    note("Wasn't you? Tell us right away by replying to this email."),
  ],
}));
