import { CalendarClock, PenLine, Plus, TrendingUp } from 'lucide-react';
import { paths } from '../../base/paths.ts';
import { buttonClasses } from '../../ui/buttons/button-look.ts';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import { Logo } from '../../ui/layout/Logo.tsx';
import { ExampleWeek } from './ExampleWeek.tsx';
import styles from './landing.module.css';
import { strings } from './landing.strings.ts';
import { Leave, Pricing } from './Pricing.tsx';
import { Samples } from './Samples.tsx';

function Hero() {
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

function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.about}>
        <Logo size={20} />
        <p>
          {strings.about}
          <span data-support="words" hidden>
            {' '}
            {strings.write}{' '}
            <a href="mailto:" data-support="address">
              {strings.support}
            </a>
            .
          </span>
        </p>
      </div>
      <nav aria-label="Legal and support">
        <Leave to={paths.terms}>{strings.terms}</Leave>
        <Leave to={paths.privacy}>{strings.privacy}</Leave>
        <a data-support="link" href="mailto:">
          {strings.support}
        </a>
      </nav>
    </footer>
  );
}

const icons = [PenLine, CalendarClock, TrendingUp] as const;

function Features() {
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

function Faq() {
  return (
    <section className={styles.faqSection} aria-labelledby="faq">
      <h2 id="faq">{strings.faqTitle}</h2>
      <div className={styles.faq}>
        {strings.faq.map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>
              {question}
              <Plus size={20} aria-hidden />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

/**
 * The whole static page: the build renders it as HTML, so that visitors need no React. `enliven-landing.ts`
 * adds the dynamic parts. The spinner covers the content until `data-ready` is true.
 */
export function LandingPage({ isReady }: { isReady: boolean }) {
  return (
    <div className={styles.frame} data-landing data-ready={isReady}>
      <div className={styles.loader}>
        <Spinner now />
      </div>
      <div className={styles.page}>
        <header className={styles.header}>
          <span className={styles.brand}>
            <Logo size={26} />
          </span>
          <nav className={styles.links} aria-label="On this page">
            <a href="#pricing">{strings.pricingLink}</a>
            <a href="#faq">{strings.faqLink}</a>
          </nav>
          <Leave to={paths.auth} className={buttonClasses({ look: 'outline' })}>
            {strings.signIn}
          </Leave>
        </header>
        <main className={styles.main}>
          <Hero />
          <Samples />
          <Features />
          <Pricing />
          <Faq />
        </main>
        <Footer />
      </div>
    </div>
  );
}
