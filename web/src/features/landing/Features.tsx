import { CalendarClock, PenLine, TrendingUp } from 'lucide-react';
import styles from './landing.module.css';
import { strings } from './landing.strings.ts';

const icons = [PenLine, CalendarClock, TrendingUp] as const;

export function Features() {
  return (
    <section className={styles.section} aria-labelledby="features">
      <h2 id="features">{strings.featuresTitle}</h2>
      <ul className={styles.features}>
        {strings.features.map(({ title, text }, index) => {
          const Icon = icons[index] ?? PenLine;
          return (
            <li key={title} className={styles.feature}>
              <Icon size={24} strokeWidth={1.75} aria-hidden />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
