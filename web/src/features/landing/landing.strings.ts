export const strings = {
  title: 'Drumbeat · posts on X, on time',
  signIn: 'Sign In',
  pricingLink: 'Pricing',
  faqLink: 'FAQ',
  heroTitle: 'A steady beat of posts on X, without writing them.',
  heroWhat:
    'Made for people and small businesses with better things to do than post: Drumbeat writes in your niche and publishes on time.',
  heroSafe: 'You see every post before it is scheduled, and each one goes out exactly once.',
  start: 'Get Started for Free',
  startNote: '7 days and 14 posts free. The trial needs a card; the free plan does not.',
  featuresTitle: 'What it does while you work',
  features: [
    {
      title: 'AI-Powered Content',
      text: "Posts in your niche, each within X's limit, no two alike. Edit any of them, or rewrite them.",
    },
    {
      title: 'Smart Scheduling',
      text: "A week or a month of slots at the hours you'd pick yourself, in your time zone, even when the clocks change.",
    },
    {
      title: 'Consistent Growth',
      text: 'People follow accounts that keep posting. Every post shows its status, and a failed one says why and what to do.',
    },
  ],
  samplesTitle: 'What a post may sound like',
  samplesLead: 'Examples, written by us. Yours are drafted for your niche, and you can change every word.',
  samplesNiche: 'Show examples for',
  pricingTitle: 'Pricing',
  pricingLead: 'Start with the trial. Then choose a plan, or stay on the free one.',
  trial: {
    title: 'Free Trial',
    price: '$0 for 7 days',
    points: [
      '14 AI-generated posts',
      'Automatic scheduling',
      'Post status and history',
      'See and edit every post before it goes out',
      'Card required, first charge after 7 days',
      'Cancel before then and pay nothing',
    ],
    button: 'Start Free Trial',
  },
  plans: {
    title: 'Plans',
    from: (price: string) => `From ${price}`,
    fromUnknown: 'Free and paid',
    list: 'Prices',
    points: ['No card for the free plan', 'Change or cancel at any time'],
    button: 'View Plans',
  },
  faqTitle: 'Honest answers',
  faq: [
    {
      question: 'Does it post without me?',
      answer:
        "Only what you've scheduled. You see the whole calendar first, change or remove what you like, and press Schedule Now. After that, Drumbeat publishes it for you.",
    },
    {
      question: 'What if X refuses a post?',
      answer:
        'The post is marked Failed, with the reason in plain words and what to do next. Nothing is dropped or changed silently, and you can retry it.',
    },
    {
      question: 'Can a post go out twice?',
      answer:
        'Every attempt is recorded before we call X. If an answer gets lost on the way, we check your timeline before trying again.',
    },
    {
      question: 'How do I stop?',
      answer:
        'Pause with one button: nothing goes out until you resume. You can also delete single posts, disconnect X, or cancel the plan.',
    },
    {
      question: 'Do I need a card?',
      answer:
        'For the trial of a paid plan, yes: it is charged only when the trial ends, and you can cancel before that. The free plan needs none.',
    },
    {
      question: 'Will people notice that it is AI?',
      answer:
        'They might, if you never edit. The posts are a good first draft; the ones you touch up are better. It takes minutes a week.',
    },
  ],
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  support: 'Support',
  about: 'Drumbeat drafts, schedules and publishes posts on X.',
  write: 'Questions or trouble? Write to',
  example: 'An example week',
} as const;
