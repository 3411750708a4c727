import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const subscriptionCanceled = defineTemplate(['plan', 'day', 'link'], ({ plan, day, link }) => ({
  subject: `Your ${plan} plan ends on ${day}`,
  body: [
    heading(`Your plan ends on ${day}`),
    paragraph(
      `You canceled ${plan}, and you will not be charged again. Posts scheduled until then still go out; later ones stay in your calendar and do not.`,
    ),
    paragraph(`Changed your mind? Resume before ${day}, and nothing changes.`),
    button('Resume your plan', link),
  ],
}));
