import { test } from 'vitest';
import { machineToneOf } from '../checks/tells.rules.ts';
import { besideAnother, expectWhole } from '../gate.fixture.ts';

test.each([
  [
    'A saying that everybody knows. Say something of your own.',
    `
      Thief of joy | Winners never quit | Quitters never win | Shots you don't take | Shot you dont take |
      Shots you never take | Net worth. invest | Network is your | Vibe attracts | Your tribe |
      Fail forward | Fail fast | Fail often | Fail better | Fall seven times | Get nine times |
      Rest is productive | Rest is not | Be the change | Dance in the rain | Dancing in the rain |
      When life gives | When life throws | Hands you lemons | Gives you lemons | Throws you lemons |
      A goal without a | Actions speak louder | Every cloud has | What doesn't kill you |
      That doesn't kill you | Fortune favors | Fortune favours | Best time to plant a | The only way out |
      The only way is | The only way to | Pour from an empty | Empty cup | Money can't buy |
      Happiness is a | Happiness is an | Happiness is not | Happiness is the | Happiness is found |
      Is a choice | Is a skill | Is a muscle | If not now, when | If not you, who | You only live once |
      Worth having comes | Worth having never | Be yourself, everyone | Shoot for the moon |
      Aim for the stars | Reach for the stars | Always seems impossible | Hustle in silence |
      Results do the talking | Teamwork makes | Dream work | Grass is always greener |
      Grass isn't greener | Protect your peace | Protect your energy | Protect your time |
      Protect your mind | Guard your peace | Guard your energy | Guard your heart | Own your day |
      Own your story | Own your morning | Own your truth | Own your mistakes | Choose joy |
      Choose kindness | Choose growth | Choose progress | Choose yourself | Choose love |
      Choose happiness | Choose courage | Choose peace | Trust yourself gut | Trust your the |
      Rise and shine | Rise and grind | Romanticize your | New week, new | New month, new |
      New year, new | New day, new | Each day brings | Every morning offers | Each morning gives |
      Each morning presents | Today is a good | Today is the great | Today is a perfect | Today is a day |
      Today is a first | Make it a great | Make it a good | Wake up with | Wake up and |
      Wake up grateful | Wake up every | Manifest | Manifesting | Manifestation | Know your worth |
      Be your own | Tough times never | Tough times don't | Fear is a | Fear is the | The obstacle is |
      Kindness costs | Kindness is | Normalize | Hits different | Chef's kiss | Say it louder |
      Louder for the | No cap | In a nutshell | Change my mind | Rest of your life | Best version of |
      Better version of | Version of yourself | A better you | A better tomorrow | A better future |
      A better life | Game has changed | Game changed | Game has changing | The only constant |
      Nobody cares how | How bad you want | Want it bad | It takes a village | The best is yet |
      On the other side of | Everything you want is | Everything you need is | Comes to those who |
      Those who dare | Those who wait | Those who believe | Those who dream | Those who hustle |
      Those who try | Those who seek | Those who work | Dream it | Believe it and you | Believe it, to |
      Sky's the limit | No excuses | No shortcuts | Excuses don't | Excuses won't | Excuses are |
      Excuses or | Discipline beats | Discipline is | Discipline over | Discipline equals |
      Discipline eats | Discipline builds | Motivation gets | Motivation fades | Motivation is |
      Motivation starts | Motivation comes | Energy flows | Energy you | Energy attracts | Attitude is |
      Attitude determines | Mind over | Inner peace | Inner child | Inner strength | Inner critic |
      Inner voice | Self love | Self care | Self doubt | Self worth | Mental strength is |
      Mental clarity is | Mental health matters | Growth mindset | Positive mindset | Positive vibes |
      Positive thoughts | Positive energy | Positive attitude | Abundance mindset | Magic happen |
      Magic happens | You won't regret | Amazed at how | Amazed by how | Thank yourself later |
      You will thank | Hidden gem | Hidden gems | Little did I | Little did we | Fast forward to |
      What a ride to | What a time to | Let's make beans | Let's build beans | Let's create beans |
      Let's change beans | Let's inspire beans | Let's spread beans | Let's celebrate beans |
      Let's rise beans | Let's grow beans | Together we we can | Together, we grow | Together, we rise |
      Together, we are | Stronger together | We are in this | We are all this | We rise by | Spread love |
      Spread kindness | Spread positivity | Spread joy | Lift others | Lifting others | Be bold |
      Be brave | Be authentic | Be intentional | Be present | Be curious | Be consistent |
      Be unstoppable | Be relentless | Be fearless | Be you | Stay safe out | Who is ready |
      Who is excited | What's your why | Find your why | Find your passion | Find your purpose |
      Find your voice | Find your people | Find your flow | Know your why | Start with why |
      Start with small | Two types of people | Two kinds of people | There are two kinds |
      There are two types | Sparks joy | Spark joy | Fills your heart | Fill my soul | Warms the spirit |
      Feeds my spirit | Nourishes my spirit | Soothes my spirit | Soul food | The simple things |
      Simple pleasures | Simple joys | Little moments | Little joys | Little wins | Little victories |
      Small wins | Big dreams | Big things | Big moves | Big energy | Can't stress this |
      Can't recommend enough | I can't believe how | Changed my life | Changed your game |
      Changed the perspective | Changed your mindset | Life changing | Life changer | Eye opener |
      Eye opening | Mind blown | Mind blowing | Blown away | Labor of love | Like a boss | Like a pro |
      Like a king | Like a queen | Crush your | Crushing it | Smash the | Conquer this | Do it scared |
      Do it anyway | Do it now | Do it for | Stop waiting | Stop overthinking | Stop scrolling |
      Stop comparing | Stop making | Stop trying | Stop chasing | Stop settling | Leap of faith |
      Trust the universe | Trust the plan | The universe has | The universe is | The universe will |
      Everything happens for | Blessing in disguise | Silver lining | Light at the end | Turn your into |
      Turning obstacles into | Turn pain into | Turn setbacks into | Turn failures into |
      Turn problems into | Turn struggles into | Setback is a | Setback is just | Setback is setup |
      Rome was | Marathon, not | Quality time | Work life balance | Balance is key | Key takeaway |
      Key takeaways | Key ingredient | Key is | Key to | Bottom line | Food is us together |
      Music brings people than | Art has more universal | Travel brings a language |
      Sport brings the way | Nature brings more ability | Science brings more power |
      Reading brings more language | Gaming brings more language | Technology brings more language |
      Gardening brings more language | Universal language | Brings people together |
      Bringing people together | Words cannot describe | Words can't express | Speechless`,
  ],
])('a platitude gives a machine away by itself: %s', (why, turns) => {
  expectWhole(turns, why, (text) => machineToneOf(text, 'en')?.why);
});

test.each([
  [
    'A word that AI overuses. Use a plain one.',
    `
      Let go of what | Let go of the | Let go of things | Let go of fear | Let go of who |
      Let go of anything | See what happens | Watch what happens | You'll be amazed |
      You'll be surprised | You'll be glad | You'll be grateful | Thank me later | Don't sleep on |
      Let's go | Let's do this | Trust me on | No limits | No pain | Work of art | Facts | Own it |
      Nailed it | Never a dull | Good for the soul | Good for your soul | Don't wait for |
      Don't wait until | The first step | Step forward | Step closer | Step outside | Step by |
      First step is | No words | Are you ready | Who's excited | Who's ready | Who's in |
      Be patient with be | Be patient, be | Be kind | Be kind to | Keep it real | Keep it simple |
      It's simple | Main character | Early bird | Begin today | Begin now | Begin again | Start today |
      Start now | Start somewhere | Start where | Start before | Is just a number | Which one are |
      Past you | Future you | Change is scary | Change is hard | Change is good | Change is inevitable |
      Change is constant | Change is the | Change is coming | Sleep on this | Another day, another |
      Every day, another | Each day, another | Meant to be | Just do it | Watch your life |
      Watch the world | Watch how results | Watch your you | Watch your it | Food for thought |
      Best kept | Match made in | Bustling | Nestled | Whimsical | Curated | Bespoke | Artisanal |
      Mesmerizing | Captivating | Enchanting | Awe | Majestic | Picturesque | Serene | Tranquil |
      Idyllic | Resonate | Resonates | Resonated | Embark | Embarking | Embarked | Underscore |
      Underscores | Pivotal | Robust | Nuanced | Intricate | Intricacies | Vibrant | Dynamic |
      Compelling | Unwavering | Steadfast | Relentless | Tireless | Boundless | Limitless | Timeless |
      Invaluable | Indispensable | Unmatched | Unrivaled | Unprecedented | Boasts | Beckons | Whispers |
      Symphony | Mosaic | Kaleidoscope | Odyssey | Voyage | Crucible | Beacon | Cornerstone | Gateway |
      Oasis | Sanctuary | Haven | Gem | Gems | Playground | Canvas | Compass | Meticulous evolving |
      Meticulously growing | Seamlessly present | Effortlessly changing | Profound growing |
      Undeniable growing | Noteworthy growing | Commendable growing | Ever present | Fascinating |
      Rewarding | Fulfilling | Uplifting | Motivating | Enriching | Delightful | Fabulous | Terrific |
      Magnificent | Excited to | Thrilled that | Honored for | Humbled and | Grateful about |
      Blessed that | Proud that | Stoked that | Nurture the | Nurturing your | Nurtures every |
      Savor each | Treasure what | Appreciate trust | Honor our | Treasure a | Strategic | Strategically |
      Streamline | Streamlined | Scalable | Impactful | Proactive | Innovative | Disruptive | Visionary |
      Solutions | Strategy | Tactics | Framework | Frameworks | Mindsets | Methodology | Stakeholders |
      Deliverables | Synergies | Beautiful way | Gorgeous reminder | Lovely thing | Gorgeous blend |
      Gorgeous mix | Gorgeous story | Gorgeous world | Perfect blend | Ideal way | Perfect time |
      Perfect mix | Perfect recipe | Perfect opportunity | Perfect combination | Perfect example |
      Perfect reminder | Perfect excuse | Blend of beans and | Mix of beans, | Fusion of beans, |
      Mixture of beans, | Intersection of beans, | Marriage of beans, | World of | Art of | Power of |
      Beauty of | Essence of | Heart of | Spirit of | Joy of | Joys of | Value of | Importance | Role of |
      Role in | So important | Such an beautiful | Such a great | Such an important | Such an underrated |
      Matters | Matter | Matters more than | Is possible | Are endless | Is universal | Never forget |
      Quick question | Quick story | Quick note | Quick win | Friendly reminder | Gentle reminder |
      Unpopular | Highly recommend | Avid fan | Avid reader | Avid gamer | Avid traveler | Avid learner |
      Passionate about | Into | Path to | Path of | Path toward | Road to happiness | Road to freedom |
      Road to greatness | Next big | Next step | Every single | Every day we | Every day you |
      Every day I | Day in and | One of a kind | At its best | At its finest | At its core |
      At its heart | Beyond words | Beyond measure | Beyond the`,
  ],
])('a fainter one does so beside another: %s', (why, turns) => {
  expectWhole(turns, why, (text) => machineToneOf(besideAnother(text), 'en')?.why);
});
