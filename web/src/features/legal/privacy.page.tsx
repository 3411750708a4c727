import { SUPPORT_EMAIL } from '../../base/support.ts';
import { LegalPage } from './LegalPage.tsx';

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
