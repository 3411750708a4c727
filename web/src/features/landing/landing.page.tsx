import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { Logo } from '../../ui/Logo.tsx';
import { LinkButton } from '../../ui/PlainButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Faq } from './Faq.tsx';
import { Features } from './Features.tsx';
import { Footer } from './Footer.tsx';
import { Hero } from './Hero.tsx';
import styles from './landing.module.css';
import { strings } from './landing.strings.ts';
import { Pricing } from './Pricing.tsx';

const LOADER_MS = 1000;

export function LandingPage() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), LOADER_MS);
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
        <Link to={paths.landing} className={styles.brand} aria-label="Drumbeat, home">
          <Logo size={26} />
        </Link>
        <LinkButton to={paths.auth} look="outline">
          {strings.signIn}
        </LinkButton>
      </header>
      <main className={styles.main}>
        <Hero />
        <Features />
        <Pricing />
        <Faq />
      </main>
      <Footer />
    </div>
  );
}
