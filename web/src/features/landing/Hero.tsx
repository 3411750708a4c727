import { paths, signUpState } from '../../app/paths.ts';
import { LinkButton } from '../../ui/PlainButton.tsx';
import { ExampleWeek } from './ExampleWeek.tsx';
import styles from './landing.module.css';
import { strings } from './landing.strings.ts';

export function Hero() {
  return (
    <section className={styles.hero}>
      <div className={styles.pitch}>
        <h1>{strings.heroTitle}</h1>
        <p>{strings.heroWhat}</p>
        <p>{strings.heroSafe}</p>
        <div className={styles.action}>
          <LinkButton to={paths.auth} state={signUpState} size="lg">
            {strings.start}
          </LinkButton>
          <span>{strings.startNote}</span>
        </div>
      </div>
      <ExampleWeek />
    </section>
  );
}
