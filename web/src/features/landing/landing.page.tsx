import { useEffect, useState } from 'react';
import { paths } from '../../base/paths.ts';
import { buttonClasses } from '../../ui/button-look.ts';
import { Logo } from '../../ui/Logo.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Faq } from './Faq.tsx';
import { Features } from './Features.tsx';
import { Footer } from './Footer.tsx';
import { Hero } from './Hero.tsx';
import { Leave } from './Leave.tsx';
import styles from './landing.module.css';
import { strings } from './landing.strings.ts';
import { Pricing } from './Pricing.tsx';
import { Samples } from './Samples.tsx';

/** The spinner's one second counts from the start of the navigation, so that a slow page does not wait longer. */
const LOADER_MS = 1000;

export function LandingPage() {
  const [ready, setReady] = useState(() => performance.now() >= LOADER_MS);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), LOADER_MS - performance.now());
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <title>Drumbeat · posts on X, on time</title>
      {ready ? <Content /> : <Spinner now />}
    </>
  );
}

function Content() {
  return (
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
  );
}
