import { button, heading, paragraph } from './blocks.ts';
import { defineTemplate } from './template.ts';

/** Emails about trials, plans and payments. */
export const moneyEmails = {
  trial_started: defineTemplate(['plan', 'day', 'terms', 'link'], ({ plan, day, terms, link }) => ({
    subject: `Your ${plan} trial has started`,
    body: [
      heading('Your trial has started'),
      paragraph(
        `You can use everything in ${plan} until ${day}. ${terms} If you cancel before then, you pay nothing.`,
      ),
      button('Open your dashboard', link),
    ],
  })),
  trial_ending: defineTemplate(
    ['plan', 'day', 'amount', 'card', 'link'],
    ({ plan, day, amount, card, link }) => ({
      subject: `Your ${plan} trial ends on ${day}`,
      body: [
        heading(`Your trial ends on ${day}`),
        paragraph(
          `That day we charge ${amount} to ${card}, and ${plan} continues. If you want to keep it, there is nothing to do.`,
        ),
        paragraph(
          'If you cancel before then, you pay nothing. Posts scheduled until that day still go out; later ones wait.',
        ),
        button('See your subscription', link),
      ],
    }),
  ),
  plan_started: defineTemplate(['plan', 'terms', 'link'], ({ plan, terms, link }) => ({
    subject: `Your ${plan} plan is active`,
    body: [
      heading(`${plan} is active`),
      paragraph(`${terms} Your scheduled posts go out as planned.`),
      button('See your subscription', link),
    ],
  })),
  plan_changed: defineTemplate(['plan', 'terms', 'link'], ({ plan, terms, link }) => ({
    subject: `You are now on ${plan}`,
    body: [
      heading(`You are now on ${plan}`),
      paragraph(`The change takes effect immediately. ${terms} Your scheduled posts stay as they are.`),
      button('See your subscription', link),
    ],
  })),
  payment_failed: defineTemplate(['plan', 'card', 'day', 'link'], ({ plan, card, day, link }) => ({
    subject: `Your payment for ${plan} failed`,
    body: [
      heading('Your payment failed'),
      paragraph(
        `We could not charge ${card} for ${plan}. Your posts keep going out until ${day}. Update your card before then, and nothing stops.`,
      ),
      paragraph('Until it is paid, no new posts can be generated.'),
      button('Update your card', link),
    ],
  })),
  payment_recovered: defineTemplate(['plan', 'terms', 'link'], ({ plan, terms, link }) => ({
    subject: `Your payment went through`,
    body: [
      heading('Your payment went through'),
      paragraph(`${plan} continues, and your posts go out again as planned. ${terms}`),
      button('Open your dashboard', link),
    ],
  })),
  payment_receipt: defineTemplate(
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
  ),
  payment_refunded: defineTemplate(['amount', 'link'], ({ amount, link }) => ({
    subject: `We refunded ${amount}`,
    body: [
      heading(`We refunded ${amount}`),
      paragraph(
        'It goes back to the card that paid. Banks take up to ten days to show it. The refund does not change your plan or your posts.',
      ),
      button('See your subscription', link),
    ],
  })),
  charge_disputed: defineTemplate(['amount', 'link'], ({ amount, link }) => ({
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
  })),
  dispute_closed: defineTemplate(['amount', 'outcome', 'link'], ({ amount, outcome, link }) => ({
    subject: `The dispute over ${amount} is closed`,
    body: [
      heading(`The dispute over ${amount} is closed`),
      paragraph(`${outcome} This does not change your plan or your posts.`),
      button('See your subscription', link),
    ],
  })),
  subscription_canceled: defineTemplate(['plan', 'day', 'link'], ({ plan, day, link }) => ({
    subject: `Your ${plan} plan ends on ${day}`,
    body: [
      heading(`Your plan ends on ${day}`),
      paragraph(
        `You canceled ${plan}, and you will not be charged again. Posts scheduled until then still go out; later ones stay in your calendar and do not.`,
      ),
      paragraph(`Changed your mind? Resume before ${day}, and nothing changes.`),
      button('Resume your plan', link),
    ],
  })),
  subscription_resumed: defineTemplate(['plan', 'terms', 'link'], ({ plan, terms, link }) => ({
    subject: `Your ${plan} plan continues`,
    body: [
      heading(`${plan} continues`),
      paragraph(`Your plan is no longer set to end, and all your scheduled posts go out. ${terms}`),
      button('See your subscription', link),
    ],
  })),
  subscription_ended: defineTemplate(['plan', 'why', 'link'], ({ plan, why, link }) => ({
    subject: `Your ${plan} plan has ended`,
    body: [
      heading(`${plan} has ended`),
      paragraph(
        `${why} You will not be charged again. Your scheduled posts no longer go out; they stay in your calendar for you to read.`,
      ),
      button('Reactivate your plan', link),
    ],
  })),
};
