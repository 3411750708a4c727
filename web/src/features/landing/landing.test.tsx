import type { Product } from '@drumbeat/contract/billing/billing.entities.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildPrice } from '../../testing/build-price.fixture.ts';
import { ownMotion } from '../../testing/motion.ts';
import { openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';
import { samples } from './samples.ts';

const open = (catalogue: { products: Product[] } = { products: [] }) =>
  openScreen('/', { user: null, answers: { 'GET /api/products': catalogue } });

test('a visitor switches between the examples of a few niches, by mouse and by keyboard', async () => {
  open();
  const section = await screen.findByRole('region', { name: 'What a post may sound like' });
  within(section).getByText(/^Examples, written by us\./);
  const shown = () =>
    within(section)
      .getAllByRole('list')
      .map((list) => list.getAttribute('aria-label'));
  expect(shown()).toEqual(['Fitness']);
  await userEvent.click(within(section).getByRole('radio', { name: 'Gardening' }));
  expect(shown()).toEqual(['Gardening']);
  await userEvent.keyboard('{ArrowRight}');
  expect(shown()).toEqual(['Web Development']);
  expect(within(section).getAllByRole('listitem')).toHaveLength(3);
});

test('the page moves at once for who came long ago, and waits for its first seconds otherwise', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(-60_000);
  onTestFinished(() => clock.mockRestore());
  const isReady = async () =>
    (await screen.findByRole('main')).closest<HTMLElement>('[data-landing]')?.dataset.ready;
  open();
  expect(await isReady()).toBe('false');
  cleanup();
  clock.mockReturnValue(1_000);
  open();
  expect(await isReady()).toBe('true');
});

test('the example fills up slot by slot, then a post goes out; where nothing may move it stands still', async () => {
  const motion = ownMotion();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(600);
  onTestFinished(() => clock.mockRestore());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const look = () => {
    const [first] = document.querySelectorAll<HTMLElement>('[data-example]');
    return [
      document.querySelectorAll('[data-slot][data-filled="true"]').length,
      document.querySelectorAll('[data-slot][data-status="Processing"]').length,
      document.querySelectorAll('[data-example][data-shown="true"]').length,
      first?.querySelector<HTMLElement>('[data-badge]:not([hidden])')?.dataset.badge,
    ];
  };
  open();
  await vi.waitFor(() => expect(look()).toEqual([0, 0, 0, 'Pending']), { interval: 0 });
  const page = document.querySelector<HTMLElement>('[data-landing]');
  await vi.advanceTimersByTimeAsync(399);
  expect(page?.dataset.ready).toBe('false');
  await vi.advanceTimersByTimeAsync(1);
  expect(page?.dataset.ready).toBe('true');
  await vi.advanceTimersByTimeAsync(109);
  expect(look()).toEqual([0, 0, 0, 'Pending']);
  await vi.advanceTimersByTimeAsync(1);
  expect(look()).toEqual([1, 0, 0, 'Pending']);
  await vi.advanceTimersByTimeAsync(13 * 110);
  expect(look()).toEqual([14, 0, 3, 'Pending']);
  await vi.advanceTimersByTimeAsync(1_600);
  expect(look()).toEqual([14, 1, 3, 'Processing']);
  await vi.advanceTimersByTimeAsync(1_600);
  expect(look()).toEqual([14, 0, 3, 'Posted']);
  const badges = document.querySelectorAll<HTMLElement>('[data-example] [data-badge]:not([hidden])');
  expect([...badges].map(({ dataset }) => dataset.badge)).toEqual(['Posted', 'Pending', 'Pending']);
  cleanup();
  motion.isReduced = true;
  open();
  await vi.waitFor(() => expect(look()).toEqual([14, 0, 3, 'Posted']), { interval: 0 });
});

test('LAND-03 LAND-04 LAND-05 the way in leads to signing up or in, to the plans and the terms; a new tab is the business of the browser', async () => {
  const { router } = open();
  expect((await screen.findByRole('main')).ownerDocument.title).toBe('Drumbeat · posts on X, on time');
  const follow = async (name: string, path: string) => {
    await userEvent.click(await screen.findByRole('link', { name }));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    const { state } = router.state.location;
    await router.navigate('/');
    await screen.findByRole('link', { name });
    return state;
  };
  expect(await follow('Get Started for Free', '/auth')).toEqual({ mode: 'signUp' });
  expect(await follow('Start Free Trial', '/auth')).toEqual({ mode: 'signUp' });
  expect(await follow('Sign In', '/auth')).toBeNull();
  expect(await follow('View Plans', '/products')).toBeNull();
  expect(await follow('Terms of Service', '/terms')).toBeNull();
  const link = screen.getByRole('link', { name: 'View Plans' });
  // As are the links within the page.
  const faq = screen.getByRole('link', { name: 'FAQ' });
  for (const [key, at] of [
    ...['ctrlKey', 'metaKey', 'shiftKey', 'altKey'].map((held) => [held, link] as const),
    ['none', faq] as const,
  ]) {
    let wasLeft: boolean | undefined;
    document.body.addEventListener(
      'click',
      (event) => {
        wasLeft = !event.defaultPrevented;
        event.preventDefault();
      },
      { once: true },
    );
    fireEvent.click(at, { [key]: true });
    expect([key, wasLeft]).toEqual([key, true]);
  }
  expect(router.state.location.pathname).toBe('/');
});

test('each example fits into a post, and says what it has to say without hashtags', () => {
  for (const text of samples.flatMap(({ posts }) => posts)) {
    expect(text.length, text).toBeLessThanOrEqual(140);
    expect(text).not.toMatch(/[#@]|https?:/);
  }
});

test('the page says what Drumbeat is and does; the plans are compared by what they give', async () => {
  const products = [
    {
      id: '3',
      name: 'Team',
      description: '',
      metadata: { tier: 'pro', posts_per_day: '4', account_limit: '10' },
      prices: [buildPrice({ unit_amount: 4_950 })],
    },
    {
      id: '1',
      name: 'Free',
      description: '',
      metadata: { tier: 'free' },
      prices: [buildPrice({ unit_amount: 0 })],
    },
    {
      id: '2',
      name: 'Pro',
      description: '',
      metadata: { tier: 'pro', posts_per_day: '2', account_limit: '3' },
      prices: [buildPrice({ unit_amount: 1_500 })],
    },
  ];
  open({ products });
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: 'Prices' })).getAllByRole('listitem')).toHaveLength(3),
  );
  // One answer is open at a time, unless told otherwise.
  const answers = document.querySelectorAll<HTMLDetailsElement>('[data-landing] details');
  expect([...answers].map((answer) => answer.getAttribute('name'))).toEqual(Array(6).fill('faq'));
  for (const answer of document.querySelectorAll('details')) {
    answer.removeAttribute('name');
    answer.open = true;
  }
  const slots = [...document.querySelectorAll('[data-slot]')].map(({ textContent }) => textContent);
  expect(slots).toEqual(Array.from({ length: 7 }, () => ['09:00', '18:00']).flat());
  await expectWords(
    document.querySelector('[data-landing]') as Element,
    `
    Drumbeat
    (On this page)
    Pricing → #pricing
    FAQ → #faq
    Sign In → /auth
    # A steady beat of posts on X, without writing them.
    Made for people and small businesses with better things to do than post: Drumbeat writes in your niche and publishes on time.
    You see every post before it is scheduled, and each one goes out exactly once.
    Get Started for Free → /auth
    7 days and 14 posts free. The trial needs a card; the free plan does not.
    An example week
    14 posts, Mon–Sun, 09:00 and 18:00
    Wed 18:00
    Posted
    Your espresso tastes sour? Grind one step finer before you touch anything else. It's the grind nine times out of ten.
    Thu 09:00
    Pending
    A descaled machine brews at the temperature it claims. If yours has not seen descaler since spring, today is a good day.
    Thu 18:00
    Pending
    Fresh is not freshest: most beans open up 7 to 14 days after roasting. What is the date on your bag?
    ## What a post may sound like
    Examples, written by us. Yours are drafted for your niche, and you can change every word.
    (Show examples for)
    [x] Fitness
    [ ] Personal Finance
    [ ] Gardening
    [ ] Web Development
    (Fitness)
    Slept badly and a long session planned? Do half of it. Half a workout done beats a whole one skipped.
    Mon 09:00
    101/280
    A week off won't cost you your strength. It holds for two or three, so rest, then pick up where you stopped.
    Mon 18:00
    108/280
    Three sets you finish beat five you dread. What would you still do on a bad day?
    Tue 09:00
    80/280
    ## What it does while you work
    ### AI-Powered Content
    Posts in your niche, each within X's limit, no two alike. Edit any of them, or rewrite them.
    ### Smart Scheduling
    A week or a month of slots at the hours you'd pick yourself, in your time zone, even when the clocks change.
    ### Consistent Growth
    People follow accounts that keep posting. Every post shows its status, and a failed one says why and what to do.
    ## Pricing
    Start with the trial. Then choose a plan, or stay on the free one.
    ### Free Trial
    $0 for 7 days
    14 AI-generated posts
    Automatic scheduling
    Post status and history
    See and edit every post before it goes out
    Card required, first charge after 7 days
    Cancel before then and pay nothing
    Start Free Trial → /auth
    ### Plans
    From $15 / month
    (Prices)
    Free
    $0
    3 posts a week · 1 X account
    Pro
    $15 / month
    2 posts a day · 3 X accounts
    Team
    $49.50 / month
    4 posts a day · 10 X accounts
    No card for the free plan
    Change or cancel at any time
    View Plans → /products
    ## Honest answers
    Does it post without me?
    Only what you've scheduled. You see the whole calendar first, change or remove what you like, and press Schedule Now. After that, Drumbeat publishes it for you.
    What if X refuses a post?
    The post is marked Failed, with the reason in plain words and what to do next. Nothing is dropped or changed silently, and you can retry it.
    Can a post go out twice?
    Every attempt is recorded before we call X. If an answer gets lost on the way, we check your timeline before trying again.
    How do I stop?
    Pause with one button: nothing goes out until you resume. You can also delete single posts, disconnect X, or cancel the plan.
    Do I need a card?
    For the trial of a paid plan, yes: it is charged only when the trial ends, and you can cancel before that. The free plan needs none.
    Will people notice that it is AI?
    They might, if you never edit. The posts are a good first draft; the ones you touch up are better. It takes minutes a week.
    Drumbeat
    Drumbeat drafts, schedules and publishes posts on X.
    (Legal and support)
    Terms of Service → /terms
    Privacy Policy → /privacy
    Support → mailto:
  `,
  );
});

test('LAND-11 the footer says what this is; without an address it names none', async () => {
  open();
  const footer = await screen.findByRole('contentinfo');
  within(footer).getByText('Drumbeat drafts, schedules and publishes posts on X.');
  within(footer).getByRole('link', { name: 'Support' });
});
