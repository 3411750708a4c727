import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const subscriptionEnded = defineTemplate(['plan', 'why', 'link'], ({ plan, why, link }) => ({
  subject: `Your ${plan} plan has ended`,
  body: [
    heading(`${plan} has ended`),
    paragraph(
      `${why} You will not be charged again. Your scheduled posts no longer go out; they stay in your calendar for you to read.`,
    ),
    button('Reactivate your plan', link),
  ],
}));
