export const strings = {
  signIn: 'Sign In',
  heroTitle: 'A steady beat of posts on X, without writing them.',
  heroWhat:
    'Drumbeat writes posts for your niche, lays them out in a calendar, and publishes each one at its time. Made for people and small businesses with better things to do than to post.',
  heroSafe:
    'You see every post before it is scheduled. Each one goes out exactly once, even when X or our servers have a bad day.',
  start: 'Get Started for Free',
  startNote: '7 days free, 14 posts, cancel at any time.',
  featuresTitle: 'What it does while you work',
  features: [
    {
      title: 'AI-Powered Content',
      text: 'Posts in your niche, each within the length that X allows and none a copy of another. Edit any of them, or write over them entirely.',
    },
    {
      title: 'Smart Scheduling',
      text: 'A week or a month of slots at the hours that you would choose yourself, in your own time zone, also across the change of the clocks.',
    },
    {
      title: 'Consistent Growth',
      text: 'An account that keeps speaking is one that people follow. Every post shows its state, and a failed one says why and what to do.',
    },
  ],
  pricingTitle: 'Pricing',
  pricingLead: 'Start with the trial. Stay on the free plan, or take one that posts more.',
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
        'Only what you have scheduled. You see the whole calendar first, change or remove what you like, and press Schedule Now. After that Drumbeat publishes it without you.',
    },
    {
      question: 'What if X refuses a post?',
      answer:
        'The post is marked Failed, with the reason in plain words and what to do next. Nothing is dropped or changed silently, and you can retry it.',
    },
    {
      question: 'Can a post go out twice?',
      answer:
        'Every attempt is written down before we call X. If an answer is lost on the way, we look at your timeline before we try again.',
    },
    {
      question: 'How do I stop?',
      answer:
        'Pause with one button: nothing leaves until you resume. You can also delete single posts, disconnect X, or cancel the plan.',
    },
    {
      question: 'Will people notice that it is AI?',
      answer:
        'They may, if you never read along. The posts are a good first draft; the ones that you touch up are better. That takes minutes a week.',
    },
  ],
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  support: 'Support',
  example: 'An example week',
} as const;
