import { Carousel } from '../../ui/Carousel.tsx';
import { Section } from '../../ui/Section.tsx';
import styles from './WhileYouWait.module.css';

/** What can be done while nothing is to be generated: true of every plan. */
const tips = [
  {
    title: 'Your calendar runs by itself',
    text: 'Each post goes out at its time, once. You may close this page; it shows what happened when you are back.',
  },
  {
    title: 'Change what you like',
    text: 'Open a post below to change its text or its time. It can be changed until the moment it goes out.',
  },
  {
    title: 'Away for a while?',
    text: 'Pause your posts. What falls due meanwhile moves to free times ahead when you resume: nothing comes in a burst.',
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
