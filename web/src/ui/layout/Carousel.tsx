import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './Carousel.module.css';

const AUTO_MS = 5000;
const TRANSITION_MS = 500;

/** The slide that is `steps` further; it wraps around at both ends. */
function slideAfter(slide: number, steps: number, count: number): number {
  return (((slide + steps) % count) + count) % count;
}

/** The slide to show: the last one if there are fewer by now than there were when `slide` was chosen. */
function slideShown(slide: number, count: number): number {
  return Math.max(0, Math.min(slide, count - 1));
}

type Props = { label: string; slides: readonly ReactNode[]; everyMs?: number };

/**
 * Slides that advance every 5 seconds, with arrows and dots. They pause while hovered or focused, while the tab is
 * hidden, and with reduced motion.
 *
 *     <Carousel label="News in Coffee" slides={[<Slide…/>, <Slide…/>]} />
 */
export function Carousel({ label, slides, everyMs = AUTO_MS }: Props) {
  const [chosen, setChosen] = useState(0);
  const frame = useRef<HTMLElement>(null);
  const count = slides.length;
  const shown = slideShown(chosen, count);
  const turn = (steps: number) => setChosen(slideAfter(shown, steps, count));

  // Restarts on every slide change, so that a slide chosen by hand stays for the full time.
  useEffect(() => {
    if (count < 2) return;
    const timer = setInterval(() => {
      if (mayMove(frame.current)) setChosen(slideAfter(shown, 1, count));
    }, everyMs);
    return () => clearInterval(timer);
  }, [count, everyMs, shown]);

  return (
    <section ref={frame} className={styles.carousel} aria-roledescription="carousel" aria-label={label}>
      <div className={styles.window}>
        <ul
          className={styles.slides}
          style={{ transform: `translateX(-${shown * 100}%)`, transitionDuration: `${TRANSITION_MS}ms` }}
        >
          {slides.map((slide, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: slides keep their places
            <li key={index} className={styles.slide} inert={index !== shown}>
              {slide}
            </li>
          ))}
        </ul>
      </div>
      {count > 1 ? (
        <div className={styles.controls}>
          <Arrow label="Previous slide" onClick={() => turn(-1)}>
            <ChevronLeft size={18} aria-hidden />
          </Arrow>
          <div className={styles.dots}>
            {slides.map((_, index) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: slides keep their places
                key={index}
                type="button"
                className={styles.dot}
                aria-label={`Slide ${index + 1} of ${count}`}
                aria-current={index === shown}
                onClick={() => setChosen(index)}
              />
            ))}
          </div>
          <Arrow label="Next slide" onClick={() => turn(1)}>
            <ChevronRight size={18} aria-hidden />
          </Arrow>
        </div>
      ) : null}
    </section>
  );
}

type ArrowProps = { label: string; onClick: () => void; children: ReactNode };

function Arrow({ label, onClick, children }: ArrowProps) {
  return (
    <button type="button" className={styles.arrow} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}

function mayMove(frame: HTMLElement | null): boolean {
  if (!frame || document.hidden || frame.matches(':hover, :focus-within')) return false;
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
