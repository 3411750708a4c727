import { expect, test } from 'vitest';
import { machineToneOf } from '../checks/tells.rules.ts';
import { besideAnother, expectWhole, turnsOf } from '../gate.fixture.ts';

test.each([
  [
    'A contrast with something nobody claimed. Say only the second half.',
    `
      It's never about beans its about | Its not about beans it's about |
      They're never about beans they're about | That's never about beans that's about |
      It never about beans it about | It's never only beans. its | Its not just beans, it's |
      They're never merely beans; they're | That's never simply beans — that's |
      It never merely beans: it | It's not beans, it's a | Its never beans. its an |
      They're never beans; they're the | That's never beans — that's your | It never beans: it how |
      It's never beans — it what | It's never beans — it who | It's never beans — it when |
      It's never beans — it where | It's never beans — it about | It's never beans — it called |
      Isn't about beans it's about | Aren't about beans its about | Wasn't about beans they're about |
      Ain't about beans that's about | Isn't about beans it about | Isn't just about | Aren't only about |
      Wasn't merely about | Ain't simply about | Isn't really about | Isn't just beans, it's |
      Aren't only beans. its | Wasn't merely beans; they're | Ain't simply beans — that's |
      Isn't only beans: it | Isn't a beans, it's a | Aren't an beans. its an |
      Wasn't the beans; they're the | Ain't an beans — that's your | Isn't an beans: it about |
      Isn't beans. it's about | Aren't beans; its about | Wasn't beans — they're about |
      Ain't beans — that's about | Isn't beans — it about | Is not just beans, it's |
      Are not only beans. its | Was not merely beans; they're | Is not simply beans. they're |
      Is not just beans — they're | Is not just beans: they're | Is not just beans. that's |
      Is not just beans. it | Is not a beans, it's a | Are not an beans. its an |
      Was not the beans; they're the | Is not the beans — they're a | Is not the beans: they're a |
      Is not the beans. that's a | Is not the beans. it a | Is not the beans. they're your |
      Is not about beans it's about | Are not about beans its | Was not about beans they're |
      It's not about beans that's | That's not about beans it | They're not about beans but |
      Don't just beans. | Don't just beans, | Don't just beans; | Don't just beans — |
      Doesn't just beans. it's | Don't only beans, its | Didn't merely beans; they're |
      Doesn't simply beans — that's | Doesn't only beans — they | Doesn't only beans — you |
      Doesn't only beans — we | Not just beans, but also | Not only beans, but | Not merely beans, but |
      Not simply beans, but | Not because beans, but because | Not because beans. because |
      Not a beans, but a | Not an beans, just an | Not the beans, but the | Less about beans, more about |
      Less about beans more about | More than a beans, it's | More just a beans. it's |
      More just beans, it's | Is more than just | Are more than just | It goes beyond |
      Stop beans. start | Stop beans. begin | Stop beans, start | Stop beans, begin |
      Forget beans. focus | Forget beans. start | Forget beans. think | Forget beans. instead |
      Forget about beans, focus | Forget beans, focus | You don't need beans. you need |
      You don't need beans. just need | You don't need beans, you need | You don't need beans, just need |
      The goal isn't | The point isn't | The aim isn't | The key isn't | The question isn't |
      The problem isn't | The issue isn't | The goal is not | The point is not | The aim is not |
      The question is not | The problem is not | The issue is not | Isn't talent beans. it's |
      Aren't luck beans. they're | Not motivation beans. it's | Isn't perfection beans. it's |
      Isn't perfect beans. it's | Progress, not perfection | Progress, over perfection |
      Progress over perfection | Quality over quantity | Done is better than perfect`,
  ],
  [
    'Throat-clearing. Start with the point.',
    `
      In today's beans world | In todays beans age | In today's beans landscape | In today's beans era |
      In today's beans economy | In today's beans society | In today's beans market |
      In today's beans climate | In today's beans environment | In a world where | In this age of |
      In a era full | In a world that | In the world of | In the realm of | In the landscape of |
      In the age of | In the era of | In the heart of | In the midst of | When it comes to |
      Let's be honest | Let's be real | Let's be clear | Let's be face | Let's talk | Let's chat |
      Let's discuss | Let's dive | Let's explore | Let's break | Let's unpack | Let's get | Let's take |
      Let's look | Let me tell | Let me share | Let me explain | Let me be | Let me break | Let me ask |
      Let me say | Let me start | Let this sink in | Here's the thing | Here's the deal |
      Here's the truth | Here's the secret | Here's the kicker | Here's the reality | Here's the catch |
      Here's the what | Here's the why | Here's the how | Here's the a | Here's the my | Here's the your |
      Here's the one | Here's the something | Here's the to | Here's the where | Here is the thing |
      Here is the deal | Here is the truth | Here is the secret | Here is the kicker |
      Here is the reality | Here is the what | Here is the why | Here is the how | Here is the a |
      Here is the my | Here is the your | Here is the one | Here are some | Here are the | Here are my |
      Here are a | Here are your | Here are five | Here are three | Here are ten | Here are seven |
      Unpopular opinion | Hot opinion | Honest take | Controversial opinion | Hard truth | Harsh reality |
      Uncomfortable tip | Simple thought | Brutal tip | Honest tip | Quick tip | Daily tip | Little tip |
      Daily reminder | Quick reminder | Your reminder | A thread: | Thread: | Slugs again. A thread | Did you know |
      Have you ever wondered | Have you ever noticed | Have you ever thought | Have you ever considered |
      Have you ever felt | Have you ever dreamed | Have you ever asked | Ever wonder | Ever wondered |
      Ever feel | Ever felt | Ever notice | Ever noticed | Ever thought | Imagine a | Picture this |
      Picture if | Picture being | Picture having | Picture waking | Picture yourself | Picture your |
      Picture what | What if I told you | As we navigate | As you move | As a all | As an someone |
      As a enthusiast | As a lover | As a creator | As a expert | As a professional | As a leader |
      The truth of | The reality about | The secret about | The beauty about | The magic about |
      The key about | The takeaway is | The magic behind | The secret behind | The key behind |
      The beauty behind | The power to | The art of | The path in | The road is | The foundation in |
      The cornerstone in | It's no secret | It goes without saying | It's important to |
      It's worth noting | It's essential remembering | It's crucial to | It's vital to |
      With the rise of | With the advent of | As the saying goes | Remember: | Whether you're |
      Whether you | Whether your | The future of beans is | Gone are the days | It all starts with |
      It all begins down | It all comes with | Feeling stuck | Feeling overwhelmed | Feeling lost |
      Feeling unmotivated | Feeling tired | Feeling uninspired | Breaking:`,
  ],
  [
    'An ending that says nothing. Stop after the last concrete point.',
    `
      Your future self | Start small. beans rain | Begin small. beans rain | Think small. beans rain |
      Dream small. beans rain | Start small, beans big | Begin small, beans big | Stay consistent |
      Stay curious | Stay focused | Stay humble | Stay motivated | Stay inspired | Stay tuned |
      Stay positive | Stay strong | Stay safe | Stay committed | Stay disciplined | Stay patient |
      Keep going | Keep growing | Keep learning | Keep pushing | Keep shining | Keep showing |
      Keep moving | Keep building | Keep exploring | Keep creating | Keep believing | Keep grinding |
      Keep showing up | Show up every day | Show up every for | Show up every as | Show up every and |
      Show up every consistently | Show up every anyway | Trust the process | Enjoy your process |
      Embrace the ride | Love the chaos | Honor your moment | Celebrate your change |
      Enjoy your adventure | Enjoy your challenge | Enjoy your small | Embrace beans process |
      Embrace beans chaos | Embrace beans change | Embrace beans challenge | Embrace beans unknown |
      Embrace beans failure | Embrace beans discomfort | Celebrate every win | Celebrate small little |
      Celebrate the wins | Celebrate your little | Celebrate every small | Believe in yourself |
      Believe in your | Believe in the | That's the tweet | That's the secret | That's the magic |
      That's the beauty | That's the power | That's the difference | That's the key |
      That's where the beans happens | That's where beans happen | That's where the beans begins |
      That's where the beans lives | That's where the beans is | The rest is history |
      The rest will follow | The rest is noise | The choice is yours | The sky is the limit |
      The only limit is | The time is now | There is no better time | It's that simple |
      It really is that | Mic drop | Read that again | Make today count | Make it matter | Make this day |
      Make every great | Make today happen | Take the first step | Take action today | Take action now |
      Take action and | Take action | One small step at | One tiny habit can | One tiny change today |
      One tiny choice a | One tiny win every | One tiny act a | Every step counts | Every day matters |
      Every moment is | Every choice brings | Every action teaches | Every mistake is | Every failure is |
      Every setback is | Small steps beans big | Tiny habits beans bigger | Little changes beans huge |
      Small actions beans massive | Tiny wins beans add | Small choices beans lasting |
      Small things beans lead | Small details beans matter | Small improvements beans results |
      Small habits beans compound | Success follows | Growth takes | Greatness is | Growth starts |
      Success begins | Growth comes | Success happens | Success lies | Success lives | Success requires |
      Growth loves | What are you waiting for | What's stopping you | What's holding you | Game changer |
      Game changers | Gamechanger | Gamechanging`,
  ],
  [
    'A rhetorical question. Just give the answer.',
    `
      The result part? | My results thing? | Our outcome news? | Your best line? | Answer? |
      My secret line? | My key line? | My solution line? | My problem line? | My reason line? |
      My catch line? | My kicker line? | My lesson line? | My takeaway line? | My truth line? |
      My goal line? | My fix line? | My trick line? | My good line? | My bad line? | Your bottom part? |
      And result? beans | And results? beans | And outcome? beans | And answer? beans |
      And secret? beans | And solution? beans | And reason? beans | And catch? beans | And kicker? beans |
      And lesson? beans | And takeaway? beans | And fix? beans | And trick? beans | And the best part? |
      But my worst thing? | But the real lesson? | But the biggest secret? | But the biggest question? |
      Sound familiar? | Sounds familiar | Spoiler alert | Spoiler: | Why? because | Why? it |
      Why? simple | Want to know the secret | Want to know a truth | Want to know my secret |
      Want to know why secret | Want to know what secret | Want to know how secret`,
  ],
  [
    'A row of slogans instead of a sentence.',
    `
      No beans, no rain. only | No beans, no rain. just | No beans, no rain. no |
      No beans rain. no soil frost. just | No beans. no rain soil. only | No beans rain. no soil. just |
      Just beans rain. just | Just beans. just | Work smarter not not | Work hard, play |
      Work hard and stay | Work hard. dream | Day by day. step | Step by step`,
  ],
])('a turn of phrase gives a machine away by itself: %s', (why, turns) => {
  expectWhole(turns, why, (text) => machineToneOf(text, 'en')?.why);
});

test.each([
  [
    'A commonplace. Say something specific to this subject.',
    `
      Nobody one is talks about | No one talking you | No one tells me | No one warns me |
      No one told me | We've all been there | We all know | We all want | We all have | We all need |
      We all love | We all struggle | Truth is | Truth be | Truth bomb | The best part about |
      The best thing is | Needless to say | Remember, | Remember that | Remember this | No matter where |
      No matter what | No matter how | No matter who | No matter your | Looking to beans? |
      Looking for beans? | Want to beans? | Ready to beans? | Struggling with | Struggling to | Tired of |
      Tired from | Lesson learned | You've got this | You got this | You can do this | We can do it |
      That's it | Now is the time | It's never too late | Period | Full stop | Go for it |
      One step at a time | One day at a time | One post at a time | One choice at a time |
      One habit at a time | Worth it | It adds up | Results will | Results follow | Results speak |
      Results come | Here's to | Cheers to | Game on | No beans. no rain | Less beans, more rain |
      Less beans. more rain | More beans, less rain | More beans. less rain | Guess what? |
      You know what? | Confession: | Question: | Fun fact | At the end of the day | Simple as that |
      Change starts | Progress begins | Change happens | Change lies | Progress lives | That's how you |
      That's when we | That's why the | That's when real | That's when true | That's when it |
      That's when great | That's when change | That's when champions | Most people don't |
      Most beginners think | Most people believe | Most people get | Most people forget |
      Most people overlook | Most people quit | Most people miss | Most people underestimate |
      Most people never | Most people will | The small things count | The little things count |
      Everyone talks beans. few | Everybody knows beans. but | Everybody wants beans. nobody |
      Everybody says beans. almost | Everybody is beans. yet | Everybody thinks beans. few | Pro tip |
      Plot twist | Real talk`,
  ],
])('a fainter one does so beside another: %s', (why, turns) => {
  expectWhole(turns, why, (text) => machineToneOf(besideAnother(text), 'en')?.why);
});

test('a contrast and its steps give a machine away across the end of a sentence, too', () => {
  const turns =
    'It’s not about luck. It’s about practice. | It isn’t about luck. It’s about practice. | It is not about luck. It’s practice. | Small steps. Every day. Big results.';
  for (const turn of turnsOf(turns)) expect(machineToneOf(turn, 'en')?.why, turn).toBeDefined();
});
