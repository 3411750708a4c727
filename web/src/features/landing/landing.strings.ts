export const strings = {
  signIn: 'Sign In',
  heroTitle: 'A steady beat of posts on X, without writing them.',
  heroWhat:
    'Drumbeat writes posts for your niche, lays them out in a calendar, and publishes each one on time. Made for people and small businesses with better things to do than post.',
  heroSafe:
    'You see every post before it is scheduled. Each one goes out exactly once, even when X or our servers have a bad day.',
  start: 'Get Started for Free',
  startNote: '7 days free, 14 posts, cancel at any time.',
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
  pricingTitle: 'Pricing',
  pricingLead: 'Start with the trial. Then stay on the free plan, or choose one that posts more.',
  trial: {
    title: 'Free Trial',
    price: '$0 for 7 days',
    points: ['14 AI-generated posts', 'Automatic scheduling', 'Post status and history'],
    button: 'Start Free Trial',
  },
  plans: {
    title: 'Plans',
    from: (price: string) => `From ${price}`,
    fromUnknown: 'Free and paid',
    points: ['1 to 3 posts a day by default', 'Up to 5 X accounts', 'Change or cancel at any time'],
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
      question: 'Will people notice that it is AI?',
      answer:
        'They might, if you never edit. The posts are a good first draft; the ones you touch up are better. It takes minutes a week.',
    },
  ],
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  support: 'Support',
  example: 'An example week',
} as const;
