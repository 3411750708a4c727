import { paths } from '../../base/paths.ts';
import { buttonClasses } from '../../ui/buttons/button-look.ts';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import { Logo } from '../../ui/layout/Logo.tsx';
import { Faq } from './Faq.tsx';
import { Features } from './Features.tsx';
import { Footer } from './Footer.tsx';
import { Hero } from './Hero.tsx';
import { Leave } from './Leave.tsx';
import styles from './landing.module.css';
import { strings } from './landing.strings.ts';
import { Pricing } from './Pricing.tsx';
import { Samples } from './Samples.tsx';

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
