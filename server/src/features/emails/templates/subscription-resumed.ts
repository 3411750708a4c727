import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const subscriptionResumed = defineTemplate(['plan', 'terms', 'link'], ({ plan, terms, link }) => ({
  subject: `Your ${plan} plan continues`,
  body: [
    heading(`${plan} continues`),
    paragraph(`Your plan is no longer set to end, and all your scheduled posts go out. ${terms}`),
    button('See your subscription', link),
  ],
}));
