/** All that each tab of a customer says: a label, a value or a column that changes is seen here. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectWords } from '../../../testing/words-of.ts';
import { at, billing, openCustomer } from './open-customer.fixture.ts';

const HEAD = `
  # Customer Profile
  User 7 · j***@people.example · Trial
  Console → /admin
  View as customer
  Search
  [ ]
  Show sensitive data
  (Customer)
  Overview → /admin/customer?id=7
  Billing → /admin/customer?id=7&tab=billing
  Posts → /admin/customer?id=7&tab=posts
  Emails → /admin/customer?id=7&tab=emails
  Security → /admin/customer?id=7&tab=security
`;
const TIMELINE = `
  ## Timeline
  (Show) [Everything]
  (Timeline)
  Signed in
  Thu 1 Jan 17:04
`;

/** The columns whose digits line up. */
const FIGURES: Readonly<Record<string, string[]>> = {
  overview: ['Niche changes', 'Generations left'],
  billing: ['Amount'],
};

test.each<[tab: string, words: string]>([
  [
    'overview',
    `
      ## Actions
      Pause posts
      Grant Generate Now
      Reset generations of all accounts
      ## Person
      Email
      j***@people.example
      Email verified
      Yes
      Marketing email
      No
      Time zone
      Europe/Paris
      Niche
      Coffee
      Roles
      None
      Two-factor
      On
      Signed up
      Thu 1 Jan 17:04
      Last change
      Sat 3 Jan 17:04
      ## Plan
      Subscription
      Trial
      Plan
      Pro
      Tier
      standard
      Payment method
      Yes
      Ever subscribed
      Yes
      Trial started
      Mon 5 Jan 17:04
      Trial ends
      Tue 6 Jan 17:04
      Period ends
      Wed 7 Jan 17:04
      Stripe customer
      cus_********
      Stripe subscription
      sub_********
      ## Use
      Posts
      Going out
      Last scheduling cycle
      Fri 2 Jan 17:04
      Generations
      2 of 4
      Cycle ends
      Sun 4 Jan 17:04
      Posts a day
      2
      Links a cycle
      4
      X accounts
      up to 1
      ## X accounts
      (X accounts)
      Account
      X id
      State
      Niche
      Niche changes
      Generations left
      (Actions)
      @ada
      99
      Selected
      Coffee
      1
      3 of 4
      (Reset niche changes of @ada) Reset niche changes
      (Reset generations of @ada) Reset generations
      ## Costs
      The last 30 days, in UTC. The margin is revenue in dollars less costs.
      Posts without a link
      $0.015
      Posts with a link
      $0.20
      Posts read
      $0.00
      Profiles read
      $0.00
      Language models
      $0.00
      In all
      $0.215
      Revenue
      $15.00
      Margin
      $14.79
      Links of the plan
      1 of 15 this cycle
    `,
  ],
  [
    'billing',
    `
      ## Subscription
      Status
      active
      Plan
      Pro, $15.00
      Next charge
      $15.00, Thu 1 Jan 17:04
      Ends
      None
      Trial
      None left
      Card
      visa 4242, 12/2034
      Stripe customer
      cus_new
      Stripe subscription
      sub_new
      Previous customer
      cus_old
      Previous subscription
      sub_old
      Replaced
      Thu 8 Jan 17:04
      Open billing portal
      Restore previous billing
      ## Invoices
      (Invoices)
      Date
      For
      Amount
      Status
      Invoice
      Receipt
      Thu 1 Jan 17:04
      Pro
      $15.00
      Paid
      Open → https://stripe.example/in_1
      Open → https://stripe.example/receipt_1
    `,
  ],
  [
    'posts',
    `
      ## Posts
      (X account) [All accounts]
      (Posts)
      Post
      Status
      Planned
      Posted
      Why
      (Actions)
      Post 1
      Pending
      Thu 1 Jan 17:04
      –
      –
      (Delete: Post 1) Delete
      Post 2
      Failed
      Thu 1 Jan 17:04
      –
      X_REFUSED
      (Retry: Post 2) Retry
      (Delete: Post 2) Delete
      Post 3
      Posted
      Thu 1 Jan 17:04
      Thu 8 Jan 17:04
      –
    `,
  ],
  [
    'emails',
    `
      ## Send an email
      Template
      [support_message]
      [x]
      Use the template's own text
      Title
      []
      Message
      []
      Reason
      []
      Kept in the audit log.
      Preview
      Send email
      ## Emails
      (Emails)
      Type
      Subject
      To
      Queued
      Sent
      Status
      verify_email
      Verify your email
      j***@people.example
      Thu 1 Jan 17:04
      Thu 8 Jan 17:04
      sent
    `,
  ],
  [
    'security',
    `
      ## Two-factor authentication
      On
      Reset two-factor
      ## Email verification
      Verified
      ## Roles
      [ ]
      admin
      Can do everything here.
      [ ]
      support
      Customers and their posts, emails and feedback.
      [ ]
      ops
      Maintenance, health, metrics and flags.
      [ ]
      tester
      No console; may set trials in development.
      ## Sessions
      Sign out everywhere
      (Sessions)
      Device
      Network
      Signed in
      Last seen
      Chrome on Windows
      203.0.***
      Thu 1 Jan 17:04
      Thu 8 Jan 17:04
    `,
  ],
])('all that a tab says: %s', async (tab, words) => {
  const { nextCharge } = billing.subscription;
  const subscription = { ...billing.subscription, nextCharge: nextCharge && { ...nextCharge, at } };
  openCustomer(tab, { 'GET /api/admin/users/:id/billing': { ...billing, subscription } });
  await expectWords(await screen.findByRole('main'), `${HEAD}${words}${TIMELINE}`, {
    withoutYears: true,
  });
  const cells = [...document.querySelectorAll<HTMLElement>('td[data-name]')];
  const figures = cells.filter((cell) => getComputedStyle(cell).textAlign === 'right');
  expect(figures.map(({ dataset }) => dataset.name)).toEqual(FIGURES[tab] ?? []);
});
