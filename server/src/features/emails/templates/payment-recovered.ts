import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const paymentRecovered = defineTemplate(['plan', 'terms', 'link'], ({ plan, terms, link }) => ({
  subject: `Your payment went through`,
  body: [
    heading('Your payment went through'),
    paragraph(`${plan} continues, and your posts go out again as planned. ${terms}`),
    button('Open your dashboard', link),
  ],
}));
