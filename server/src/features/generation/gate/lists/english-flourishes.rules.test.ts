import { expect, test } from 'vitest';
import { machineToneOf } from '../checks/tells.rules.ts';
import { besideAnother, expectWhole } from '../gate.fixture.ts';

test.each([
  [
    'A phrase that AI overuses. Say it plainly.',
    `
      Tapestry | Delve | Delves | Delving | Testament to | Treasure trove | A beacon of | The beacon of |
      A symphony of | A world of difference | A world of wonder | A world of opportunity | Unlock |
      Unlocks | Unlocking | Unleash | Unleashes | Unleashing | Elevate your | Elevates our |
      Elevating the | Elevate every | Elevate any | Supercharge | Skyrocket | Turbocharge |
      Take beans to new new heights | Take beans to the new level | Take beans to new next heights |
      Next level | Next chapter | Level up | To new heights | Push the boundaries | Push your limits |
      Think outside the box | Outside of your comfort | Out your your zone | Outside of comfort comfort |
      Comfort zone | The world of beans | The heart of beans is | The heart of beans lies |
      At the heart of | At the core of | At the intersection of | At the forefront of | A journey |
      A marathon | A lifestyle | A mindset | A superpower | A state | Is your marathon | Are the mindset |
      Are a cornerstone | Is your superpower | Is your lifestyle | Is your adventure | Is your canvas |
      Is your compass | Is your investment | Is your foundation | Is your blessing | Is your art |
      Journey not a the | Journey, not | Your beans journey | Our beans journey | This beans journey |
      Their beans journey | My beans journey | Your journey | The journey | Your full self |
      Our best power | Our true strength | Your inner potential | Your full peace | Your full life |
      Full potential | True potential | Hidden potential | Untapped potential | Reach your full |
      Reaching our dreams | Achieve their best | Achieving their full | Maximize their full |
      Reach the best | Reach the potential | Follow your dreams | Follow your passion |
      Follow your heart | Follow your bliss | Chase your dreams | Chasing the dream | Chase the passion |
      Passion meets purpose | Passion and drive | Passion, drive | Passion is drive |
      Passion project drive | Fast paced world | Fast moving life | Fast moving age |
      Fast moving digital | Fast moving landscape | Ever changing | Ever evolving | Ever growing |
      Navigate the beans | Navigating this beans | Navigate life beans | Navigate these beans |
      Navigate your beans | Harness the | Harnessing your | Harness its | Harness their | Harness our |
      Leverage your | Leveraging the | Leverage our | Leverage this | Leverage these | Leverage ai |
      Leverage technology | Leverage data | Foster | Fostering | Cultivate | Cultivating | Empower |
      Empowers | Empowering | Empowered | Seamless edge | Seamlessly unparalleled |
      Holistic multifaceted | Synergy multifaceted | Paradigm multifaceted | Transformative multifaceted |
      Groundbreaking multifaceted | Revolutionary multifaceted | Cutting multifaceted | Revolutionize |
      Revolutionizes | Revolutionized | A recipe for success | The blueprint to growth |
      A formula for happiness | A roadmap for freedom | A gateway for wealth | Deep dive |
      Deeper connection | Dive deep | Dive deeper | Dive in | Look no further | Like never before |
      The future is | Speaks volumes | Double edged | Low hanging fruit | Move the needle |
      Rome wasn't built | Hustle culture | Grind hard | Hustle mode | Hustle daily | Hustle never |
      Hustle and | Success isn't | Success leaves | Success story | Success stories | Consistency is |
      Consistency beats | Consistency wins | Consistency builds | Consistency, | Mindset is |
      Mindset shift | Mindset, | Mindset and | Is everything | Are everything | Is crucial key |
      Are essential for | Is key for | Are vital to | Are paramount to | Are the to | Is a secret of |
      Are the heart between | Is a key that | Is a backbone to | Is a essence behind |
      Is a bridge between | Is a fuel between | Is a glue between | Is a soul between |
      Plays a crucial role | Plays an vital role | Plays an key role | Plays an important role |
      Plays an essential role | Plays an pivotal role | Plays an significant role |
      Can be overwhelming, but | Can feel daunting, but | Can feel intimidating, but |
      Can feel challenging, but | Can feel tricky, but | Can feel hard, but | Can feel scary, but |
      Invest in yourself | Investing in yourself | Surround yourself with | Shape the future |
      Shapes our world | Shaping your lives | Shape who life | Shape our we | Inspire others |
      Inspires us | Inspiring me | Inspired you | Inspire the | Inspire change | Inspire generations |
      Inspire by | Pure magic | Pure joy | Pure bliss | Pure gold | Incredibly beans | Undoubtedly beans |
      Undeniably beans | Remarkably beans | Profoundly beans | In conclusion | In essence | In summary |
      A myriad of | A plethora array | A wealth range | A wide range | A vast range | The ultimate guide |
      The ultimate way | The ultimate tool | The ultimate form | Best practices | Value bombs |
      Values driven | Value packed | Value add | Beginner or a | Beginner to an | Beginner and seasoned |
      Beginner to pro | Beginner to expert | From beginners to | From novice to | From novices to |
      Seasoned pro | Seasoned professional | Seasoned expert | Seasoned veteran | Practice makes perfect |
      Practice makes progress | Patience is a virtue | Patience is the answer | Patience is a key |
      Never stop learning | Never underestimate growing | Never underestimate dreaming |
      Never underestimate believing | Never underestimate exploring | Never underestimate the |
      Failure is a | Failure isn't an | Failure isn't the | Failure isn't not | Failure isn't just |
      Failure isn't feedback | Failure isn't fuel | Failure isn't part | Failure isn't success |
      Dreams come | Dream big | Dream into | Dreams don't | Dreams life | More to beans than meets |
      More than beans than just | The possibilities`,
  ],
  [
    'Praise of the subject instead of a fact about it.',
    `
      Is truly amazing | Are simply incredible | Is absolutely special | Is so beautiful |
      Is just magical | Is simply underrated | Is simply rewarding | Is simply important |
      Is simply unbeatable | Is simply inspiring | Is be a amazing way | Are an incredible world |
      Can wonderful hobby | Is fascinating field | Can an rewarding thing | Can an exciting tool |
      Is game journey | Is fascinating to | Teaches you patience | Taught us so | Teach me about |
      Teaches us resilience | Teaches us more | Teaches us discipline | Teaches us humility |
      Can change your life | Will transform the world | Can improve our lives | Can enrich our day |
      Can transform our game | Has the power to | Have the potential to | Has the ability to |
      Helps us to grow | Help you connect | Allows people to express | Allow you to relax |
      Enables you to thrive | Enable you to become | Helps you to achieve | Helps you to build |
      Helps you to stay`,
  ],
  [
    'A grammar mistake.',
    `
      Could of | Should of | Would of | Must of | Alot | A lots of | Your welcome | Youre welcome |
      There is many | There was several | There was lots | There was plenty | There was few |
      There's many | There's several | This are | That were | These is | Those was | Many people is |
      Most things was | Some beginners has | Few users does | Several teams makes | Many companies gets |
      Many players needs | Many customers thinks | Many gardeners forgets | Many plants knows |
      Many tools loves | Many books has | Many times has | People is | They was | We has | They does |
      They makes | They gets | They needs | They thinks | They forgets | They knows | They loves |
      They wants | They says | They goes | He are | She have | It don't | She make | She get | She need |
      She think | She know | I is | I has | I does | I are | More better | More easier | More faster |
      More bigger | More smaller | More cheaper | More stronger | Most best | Most easiest |
      Most fastest | Informations | Advices | Equipments | Feedbacks | Furnitures | Homeworks |
      Knowledges | Less people | Less things | Less mistakes | Less days | Less words | Less steps |
      Less tools | Less posts | Less books | Much people | Much things | Much mistakes | Much days |
      Much words | Loose weight | Loosing money | Loose time | Loose focus | Loose your | Loose it |
      To much too | Too many to | To late too | To to too | To too too | Don't needs | Don't has |
      Don't makes | Don't gets | Who's book | Whos idea | Who's turn | Who's fault`,
  ],
])('a flourish gives a machine away by itself: %s', (why, turns) => {
  expectWhole(turns, why, (text) => machineToneOf(text, 'en')?.why);
});

test.each([
  [
    'Generic advertising or advice. Say something specific.',
    `
      Less is more | Time is money | Time is precious | Time is now | Time is the | Life is too |
      Life isn't short | Life isn't about | Life isn't a | Life isn't like | Life isn't full |
      Life isn't what | Great things take | Great things come | Great things happen | Good energy |
      Good things | Win win | Back to basics | Buckle up | Never settle | Hard work pays |
      Hard work beats | Hard work and | Hard work always | Knowledge is power | Must have | Must know |
      Must read | Must try | More than ever | Now more than | Just getting started | Only the beginning |
      Never been more | Never been easier | Never been better | Never been a | A breath of fresh air |
      Make a difference | Make all difference | Make the difference | There's always room |
      There's something special | There's something more | There's something beautiful |
      There's something about | Pays off | Paid off | Patience pays | Learn something new |
      Learn something every | Bring people closer | Brings us together | Bring joy to |
      Bring everyone to | Bring communities to | Bring together to | Countless ways | Endless hours |
      Infinite benefits | Stand out from the crowd | Stand out in the a | Deserve better be |
      Deserves best feel | Deserves the feel | Deserves to feel | Deserves this feel |
      Something for everyone | Has something all for | Have it all to | Actionable | Takeaways |
      Learnings | So much more than | You are enough | You you're capable | You you're stronger |
      You you're worthy | You you're not | There's is nothing like | There is nothing better |
      There's is nothing quite | There's is nothing more | Nothing beats a | Nothing compares the |
      Nothing like to | Nothing compares good | I love beans because | We love beans because |
      Changed everything | Changes lives | Change everything | Changing lives | Don't give up |
      Don't be afraid | One of the best things | One of life's most important |
      One of the greatest underrated | One of the biggest joys | One of the biggest ways |
      One of the biggest feelings | Moreover, | Furthermore, | Additionally, | Ultimately, | Indeed, |
      Thus, | Hence, | Amazing | Incredible | Awesome | Fantastic | Wonderful | Breathtaking | Stunning |
      Exciting | Thrilling | Powerful | Remarkable | Extraordinary | Journey | Adventure | Passion |
      Purpose | Mindset | Growth | Potential | Motivation | Inspiration | Vibes | Hustle | Grind |
      Synergy | Abundance | Resilience | Consistency | Discipline | Dedication | Perseverance |
      Authenticity | Confidence | Balance | Clarity | Gratitude | Positivity | Creativity | Innovation |
      Success | Successful | Dreams | Achieve | Achieving | Boost | Maximize | Enhance | Enhances |
      Transform | Transforms | Thrive | Thriving | Flourish | Inspire | Inspires | Ignite | Spark |
      Sparks | Explore | Discover | Embrace | Celebrate | Cherish | Connect | Engage | Landscape | Realm |
      Ecosystem | Community | Experience | Experiences | Opportunities | Possibilities | Magic | Magical |
      Secret | Secrets | Superpower | Lifestyle | Wellness | Wellbeing | Self | Tips | Tricks | Hacks |
      Step, forward | Steps, closer | Steps, towards`,
  ],
])('a fainter one does so beside another: %s', (why, turns) => {
  expectWhole(turns, why, (text) => machineToneOf(besideAnother(text), 'en')?.why);
});

test('a verb after people who are not its subject is no mistake', () => {
  expect(machineToneOf('One of these people makes bread.', 'en')).toBeUndefined();
});
