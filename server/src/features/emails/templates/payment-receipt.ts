import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const paymentReceipt = defineTemplate(
  ['plan', 'amount', 'day', 'card', 'link'],
  ({ plan, amount, day, card, link }) => ({
    subject: `Receipt: ${amount} for ${plan}`,
    body: [
      heading(`Thank you: ${amount}`),
      paragraph(
        `We charged ${amount} for ${plan} to ${card} on ${day}. The invoice is in your settings, as a PDF.`,
      ),
      button('See your invoices', link),
    ],
  }),
);
