import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const planChanged = defineTemplate(['plan', 'terms', 'link'], ({ plan, terms, link }) => ({
  subject: `You are now on ${plan}`,
  body: [
    heading(`You are now on ${plan}`),
    paragraph(`The change takes effect immediately. ${terms} Your scheduled posts stay as they are.`),
    button('See your subscription', link),
  ],
}));
