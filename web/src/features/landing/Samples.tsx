import { POST_MAX } from '@drumbeat/contract/posts/posts.rules.ts';
import { RadioChip } from '../../ui/buttons/RadioChip.tsx';
import landing from './landing.module.css';
import { strings } from './landing.strings.ts';
import styles from './Samples.module.css';
import { samples, times } from './samples.ts';

/** Example weeks for a few niches, stacked in one place so that switching between them moves nothing. */
export function Samples() {
  return (
    <section className={landing.section} aria-labelledby="samples">
      <div className={styles.head}>
        <div>
          <h2 id="samples">{strings.samplesTitle}</h2>
          <p className={styles.lead}>{strings.samplesLead}</p>
        </div>
        <fieldset className={styles.niches}>
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
      <div className={styles.stack}>
        {samples.map(({ niche, posts }, at) => (
          <ul
            key={niche}
            className={styles.posts}
            aria-label={niche}
            data-sample={niche}
            data-shown={at === 0}
          >
            {posts.map((text, index) => (
              <li key={text} className={styles.post}>
                <p>{text}</p>
                <p className={styles.meta}>
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
