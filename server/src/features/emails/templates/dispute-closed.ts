import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

export const disputeClosed = defineTemplate(['amount', 'outcome', 'link'], ({ amount, outcome, link }) => ({
  subject: `The dispute over ${amount} is closed`,
  body: [
    heading(`The dispute over ${amount} is closed`),
    paragraph(`${outcome} This does not change your plan or your posts.`),
    button('See your subscription', link),
  ],
}));
