import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const paymentRefunded = defineTemplate(['amount', 'link'], ({ amount, link }) => ({
  subject: `We refunded ${amount}`,
  body: [
    heading(`We refunded ${amount}`),
    paragraph(
      'It goes back to the card that paid. Banks take up to ten days to show it. The refund does not change your plan or your posts.',
    ),
    button('See your subscription', link),
  ],
}));
