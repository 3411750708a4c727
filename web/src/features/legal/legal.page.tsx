import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { type LegalState, paths, signUpState } from '../../base/paths.ts';
import { SUPPORT_EMAIL } from '../../base/support.ts';
import { Logo } from '../../ui/layout/Logo.tsx';
import styles from './legal.module.css';

/** A legal text, 68 characters wide, with a link back to where the reader came from. */
export function LegalPage({
  title,
  updated,
  children,
}: {
  title: string;
  updated: string;
  children: ReactNode;
}) {
  const state = useLocation().state as LegalState | null;
  const fromSignUp = state?.returnTo === 'signUp';
  return (
    <>
      <title>{`${title} · Drumbeat`}</title>
      <header className={styles.header}>
        <Link
          to={fromSignUp ? paths.auth : paths.landing}
          state={fromSignUp ? signUpState : null}
          className={styles.back}
        >
          <ArrowLeft size={16} aria-hidden />
          {fromSignUp ? 'Back to Sign Up' : 'Back to Home'}
        </Link>
        <Logo size={20} />
      </header>
      <main className={styles.text}>
        <h1>{title}</h1>
        <p className={styles.updated}>Last changed on {updated}</p>
        {children}
      </main>
    </>
  );
}

export function TermsPage() {
  return (
    <LegalPage title="Terms of Service" updated="23 November 2026">
      <p>
        These are the terms for using Drumbeat. They are short on purpose. If anything is unclear, ask us
        before you rely on it.
      </p>
      <h2>What Drumbeat does</h2>
      <p>
        Drumbeat writes posts for the niche you choose, shows them to you in a calendar, and publishes the
        ones you schedule to the X account you connect. Each post goes out once. When X refuses a post, you
        see that and the reason.
      </p>
      <h2>What stays with you</h2>
      <p>
        The posts are published in your name. You decide which of them are scheduled, and you are responsible
        for what your account says. X's rules apply to everything you publish through Drumbeat.
      </p>
      <p>
        Posts are written by a language model. It can be wrong. Read them before you schedule them; you can
        edit or delete each one until it is published.
      </p>
      <h2>Who may use it</h2>
      <p>
        Drumbeat is not for children under 13, and we do not knowingly serve them. You need a working email
        address and the right to use the X account you connect. Each X account belongs to one Drumbeat
        account.
      </p>
      <h2>Prices and payment</h2>
      <p>
        The free trial lasts 7 days and is given once to a person. To know that, we keep unreadable marks
        (keyed hashes) of the email address, X accounts and card that a trial was begun with, for two years,
        also after you delete your account. A second trial ends at once, and nothing is charged. After a
        trial, the plan you chose is charged in advance for each period through Stripe until you cancel.
        Cancelling takes effect at the end of the paid period. If a payment fails, your posts keep going out
        for 14 days, then they wait until it is paid.
      </p>
      <p>
        Fees are non-refundable. When a price changes, we tell you at least 30 days before it applies to you.
      </p>
      <h2>Analytics</h2>
      <p>
        We may use analytics to learn which parts of Drumbeat are used and where they fail. The Privacy Policy
        describes what that involves.
      </p>
      <h2>Ending it</h2>
      <p>
        You can stop at any time: pause your posts, disconnect X, cancel your plan, or delete your account.
        Deleting your account ends your plan at once, without another charge, and a day later removes you,
        with your cards, as a customer at Stripe. Paid invoices stay with Stripe for as long as tax law
        requires. We may close an account that is used to break the law, to harm others, or to get around X's
        rules, and we say why when we do.
      </p>
      <h2>What we cannot promise</h2>
      <p>
        We work to get every post out on time. Failures of X, payment services or networks are outside our
        control, and Drumbeat is offered as it is. Where the law lets us limit our liability, it is limited to
        what you paid us in the last three months.
      </p>
      <h2>Questions</h2>
      <p>
        Write to <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>.
      </p>
    </LegalPage>
  );
}

export function PrivacyPage() {
  return (
    <LegalPage title="Privacy Policy" updated="23 November 2026">
      <p>What Drumbeat knows about you, why, and who else sees it.</p>
      <h2>What we keep</h2>
      <p>
        Your email address, a hash of your password, your niche and your time zone. The X accounts you
        connect: their name, picture and the access X grants us, stored encrypted. The facts and feeds you add
        for them. The posts we write for you, when they are scheduled, and what became of them. What you tell
        us of your voice: its settings, up to 12 sample posts, and a profile in figures of posts that you
        import; those posts themselves we do not keep. Where you are signed in: the device, and the first part
        of its network address.
      </p>
      <h2>What we use it for</h2>
      <p>
        To write and publish your posts, to show you their status, to bill you, and to email you about your
        account. We send tips and product news only if you asked for them, and stop when you tell us to.
      </p>
      <h2>Who else sees it</h2>
      <p>
        X receives the posts you schedule. Stripe handles payment; your card number never reaches us. The
        provider of the language model receives your niche, your voice with its samples, and the facts you
        wrote down, never your email address or your access to X. An email provider delivers our emails. We
        sell your data to nobody.
      </p>
      <h2>In your browser</h2>
      <p>
        This tab's session storage holds your session and the notices you closed. Both are gone when you close
        the tab. This browser's local storage holds what you typed and have not saved, until you save it,
        discard it or sign out, and which calendar is being written for you. We set no advertising cookies and
        load no analytics from other companies.
      </p>
      <h2>Analytics</h2>
      <p>
        We measure how the service itself behaves: how long calls take and which of them fail. If we ever
        measure more than that, we will say so here first.
      </p>
      <h2>How long, and your rights</h2>
      <p>
        We keep your data while you have an account. In Settings you can download what we hold about you and
        delete your account: it closes at once, and your data is erased within a day or two. You can also ask
        us to correct it. We keep invoices for as long as the law requires, and backups until they expire. For
        two years we keep unreadable marks of the address, X accounts and card that a free trial was begun
        with.
      </p>
      <h2>Questions</h2>
      <p>
        Write to <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>.
      </p>
    </LegalPage>
  );
}
