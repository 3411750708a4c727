import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const trialStarted = defineTemplate(
  ['plan', 'day', 'terms', 'link'],
  ({ plan, day, terms, link }) => ({
    subject: `Your ${plan} trial has started`,
    body: [
      heading('Your trial has started'),
      paragraph(
        `You can use everything in ${plan} until ${day}. ${terms} If you cancel before then, you pay nothing.`,
      ),
      button('Open your dashboard', link),
    ],
  }),
);
