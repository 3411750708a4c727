import { SUPPORT_EMAIL } from '../../app/support.ts';
import { LegalPage } from './LegalPage.tsx';

export function TermsPage() {
  return (
    <LegalPage title="Terms of Service" updated="21 November 2026">
      <p>
        These are the terms on which you use Drumbeat. They are short on purpose. If a sentence is unclear,
        ask us before you rely on it.
      </p>
      <h2>What Drumbeat does</h2>
      <p>
        Drumbeat writes posts for the niche that you choose, shows them to you in a calendar, and publishes
        those that you schedule to the X account that you connect. Each post goes out once. When X refuses a
        post, you see it and the reason.
      </p>
      <h2>What stays with you</h2>
      <p>
        The posts are published in your name. You decide which of them are scheduled, and you answer for what
        your account says, towards X and towards others. The rules of X apply to everything that you publish
        through Drumbeat.
      </p>
      <p>
        Posts are written by a language model. It can be wrong. Read them before you schedule them; you can
        edit or delete each one until it is published.
      </p>
      <h2>Who may use it</h2>
      <p>
        Drumbeat is not for children under 13, and we do not knowingly serve them. You need a working email
        address and the right to use the X account that you connect. Each X account belongs to one Drumbeat
        account.
      </p>
      <h2>Prices and payment</h2>
      <p>
        The free trial lasts 7 days. After it, the plan that you chose is charged in advance for each period
        through Stripe until you cancel. Cancelling takes effect at the end of the period that is paid.
      </p>
      <p>
        Fees are non-refundable. When a price changes, we tell you at least 30 days before it applies to you.
      </p>
      <h2>Analytics</h2>
      <p>
        We may use analytics to learn which parts of Drumbeat are used and where they fail. What that involves
        is described in the Privacy Policy.
      </p>
      <h2>Ending it</h2>
      <p>
        You can stop at any time: pause your posts, disconnect X, cancel your plan, or delete your account. We
        may close an account that is used to break the law, to harm others, or to get around the rules of X,
        and we say why when we do.
      </p>
      <h2>What we cannot promise</h2>
      <p>
        We work for posts to leave on time, every time. X, payment and network failures lie outside our hands,
        and Drumbeat is offered as it is. Where the law lets us limit what we owe you, it is limited to what
        you paid us in the last three months.
      </p>
      <h2>Questions</h2>
      <p>
        Write to <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>.
      </p>
    </LegalPage>
  );
}
