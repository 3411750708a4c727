import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const paymentFailed = defineTemplate(['plan', 'card', 'day', 'link'], ({ plan, card, day, link }) => ({
  subject: `Your payment for ${plan} failed`,
  body: [
    heading('Your payment failed'),
    paragraph(
      `We could not charge ${card} for ${plan}. Your posts keep going out until ${day}. Update your card before then, and nothing stops.`,
    ),
    paragraph('Until it is paid, no new posts can be generated.'),
    button('Update your card', link),
  ],
}));
