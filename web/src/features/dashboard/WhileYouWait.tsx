import { Carousel } from '../../ui/Carousel.tsx';
import { Section } from '../../ui/Section.tsx';
import styles from './WhileYouWait.module.css';

/** Tips for the time until the next generation; true of every plan. */
const tips = [
  {
    title: 'Your calendar runs on its own',
    text: 'Each post goes out once, on time. You can close this page. Everything will be here when you return.',
  },
  {
    title: 'Change what you like',
    text: 'Open a post below to change its text or time, right up until it goes out.',
  },
  {
    title: 'Away for a while?',
    text: 'Pause your posts. Posts that come due while paused move to the next free times, so nothing goes out in a burst.',
  },
] as const;

export function WhileYouWait() {
  return (
    <Section>
      <Carousel
        label="While you wait"
        slides={tips.map(({ title, text }) => (
          <div key={title}>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </div>
        ))}
      />
    </Section>
  );
}
