import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const chargeDisputed = defineTemplate(['amount', 'link'], ({ amount, link }) => ({
  subject: `Your bank is disputing a charge of ${amount}`,
  body: [
    heading(`A charge of ${amount} is disputed`),
    paragraph(
      'Your bank is disputing this charge on your behalf and will decide within a few weeks. Until then, your plan and your posts continue.',
    ),
    paragraph(
      'Not what you wanted? Tell your bank to withdraw the dispute. If something was wrong, reply to this email and we will put it right.',
    ),
    button('See your invoices', link),
  ],
}));
