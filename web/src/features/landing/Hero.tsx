import { paths } from '../../base/paths.ts';
import { buttonClasses } from '../../ui/buttons/button-look.ts';
import { ExampleWeek } from './ExampleWeek.tsx';
import { Leave } from './Leave.tsx';
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
          <Leave to={paths.auth} signUp className={buttonClasses({ size: 'lg' })}>
            {strings.start}
          </Leave>
          <span>{strings.startNote}</span>
        </div>
      </div>
      <ExampleWeek />
    </section>
  );
}
