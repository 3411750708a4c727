export const cryptoStrings = {
  title: 'Cardano billing',
  lead: 'Pay for Drumbeat in USDC from your own Cardano wallet.',
  comingSoon: 'Coming soon',
  note: 'Coming soon. No payment is taken on this page, and no plan starts here. Until then you can pay with Stripe.',
  disabled: 'Cardano billing is disabled. Please use Stripe.',
  unknown: 'We could not check whether Cardano billing is enabled.',
  how: 'How it will work',
  seePlans: 'See plans',
  otherMethod: 'Choose another payment method',
  loading: 'Loading Cardano billing',
} as const;

/** The steps of a payment, with the monthly price as text. */
export function stepsFor(price: string): readonly { title: string; text: string }[] {
  return [
    {
      title: 'Connect a CIP-30 wallet',
      text: 'Any Cardano browser wallet that follows the CIP-30 standard.',
    },
    {
      title: 'Fund the contract',
      text: 'Put in as many months of USDC as you like. You can add more later.',
    },
    { title: 'Auto-claim the monthly fee', text: `Drumbeat claims ${price} from the contract, and no more.` },
  ];
}

export const methodStrings = {
  continue: 'Continue with USDC (Cardano)',
  notEnabled: 'Blockchain billing is not enabled yet.',
  title: 'Choose a payment method',
  lead: 'You choose the plan next. Nothing is charged on this page.',
  loading: 'Loading payment methods',
  stripe: 'Pay with Stripe',
  usdc: 'Pay with USDC (Cardano)',
  usdcOff: 'USDC is not available yet.',
  usdcSoon: 'USDC is coming soon. See how it will work.',
  stripeHint: "By card, on Stripe's own page.",
  opening: 'Opening Stripe…',
} as const;
