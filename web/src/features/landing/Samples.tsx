import { POST_MAX } from '@drumbeat/contract/posts/posts.rules.ts';
import { RadioChip } from '../../ui/buttons/RadioChip.tsx';
import landing from './landing.module.css';
import { strings } from './landing.strings.ts';

/** Example posts for a few niches. */
export type Sample = { niche: string; posts: readonly string[] };

export const samples: readonly Sample[] = [
  {
    niche: 'Fitness',
    posts: [
      'Slept badly and a long session planned? Do half of it. Half a workout done beats a whole one skipped.',
      "A week off won't cost you your strength. It holds for two or three, so rest, then pick up where you stopped.",
      'Three sets you finish beat five you dread. What would you still do on a bad day?',
    ],
  },
  {
    niche: 'Personal Finance',
    posts: [
      'A budget that survives December has a line called ‘things I forgot’. Start with 5% and see what is left of it.',
      "‘Pay yourself first’ sounds like a slogan. It's a standing order for the day after payday.",
      'Before you cancel three subscriptions, call your insurer. What does a year of that policy cost you now?',
    ],
  },
  {
    niche: 'Gardening',
    posts: [
      'Water less often, but deeper. Roots go where the water is, and deep roots get through August.',
      'Yellow leaves on a potted plant? Look at the saucer before you blame the light. Most of them drown.',
      'Plant garlic before the ground freezes. It asks for almost nothing until July.',
    ],
  },
  {
    niche: 'Web Development',
    posts: [
      "The fastest request is the one you don't make. Open the network tab and ask each row what it's for.",
      "Write the error message first. If you can't say what went wrong in one sentence, neither can your code.",
      'A button that does nothing for 300 ms gets clicked twice. Show that you heard.',
    ],
  },
];

/** The times at which they would be published. */
const times = ['Mon 09:00', 'Mon 18:00', 'Tue 09:00'] as const;

/** Example weeks for a few niches, stacked in one place so that switching between them moves nothing. */
export function Samples() {
  return (
    <section className={landing.section} aria-labelledby="samples">
      <div className={landing.head}>
        <div>
          <h2 id="samples">{strings.samplesTitle}</h2>
          <p className={landing.lead}>{strings.samplesLead}</p>
        </div>
        <fieldset className={landing.niches}>
          <legend className="visually-hidden">{strings.samplesNiche}</legend>
          {samples.map(({ niche }, index) => (
            <RadioChip
              key={niche}
              name="sample-niche"
              value={niche}
              label={niche}
              defaultChecked={index === 0}
            />
          ))}
        </fieldset>
      </div>
      <div className={landing.stack}>
        {samples.map(({ niche, posts }, at) => (
          <ul
            key={niche}
            className={landing.posts}
            aria-label={niche}
            data-sample={niche}
            data-shown={at === 0}
          >
            {posts.map((text, index) => (
              <li key={text} className={landing.post}>
                <p>{text}</p>
                <p className={landing.meta}>
                  <span>{times[index]}</span>
                  <span>
                    {text.length}/{POST_MAX}
                  </span>
                </p>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </section>
  );
}
