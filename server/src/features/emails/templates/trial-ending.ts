import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const trialEnding = defineTemplate(
  ['plan', 'day', 'amount', 'card', 'link'],
  ({ plan, day, amount, card, link }) => ({
    subject: `Your ${plan} trial ends on ${day}`,
    body: [
      heading(`Your trial ends on ${day}`),
      paragraph(
        `That day we charge ${amount} to ${card}, and ${plan} continues. If you want to keep it, there is nothing to do.`,
      ),
      paragraph(
        'If you cancel before then, you pay nothing. Posts scheduled until that day still go out; later ones wait.',
      ),
      button('See your subscription', link),
    ],
  }),
);
