import { SUPPORT_EMAIL } from '../../base/support.ts';
import { LegalPage } from './LegalPage.tsx';

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
