import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const accountsSwitchedOff = defineTemplate(
  ['usernames', 'active', 'link'],
  ({ usernames, active, link }) => ({
    subject: 'Your plan has changed, and some X accounts are switched off',
    body: [
      heading('Some X accounts are switched off'),
      paragraph(
        `Your plan now includes fewer active X accounts. Still active: ${active}. Switched off: ${usernames}.`,
      ),
      paragraph(
        'Posts for the accounts that are switched off are on hold, and nothing is lost. A larger plan lets you switch them ' +
          'on again in the account menu of your dashboard.',
      ),
      button('Go to your dashboard', link),
    ],
  }),
);
