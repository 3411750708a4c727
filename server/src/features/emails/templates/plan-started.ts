import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const planStarted = defineTemplate(['plan', 'terms', 'link'], ({ plan, terms, link }) => ({
  subject: `Your ${plan} plan is active`,
  body: [
    heading(`${plan} is active`),
    paragraph(`${terms} Your scheduled posts go out as planned.`),
    button('See your subscription', link),
  ],
}));
