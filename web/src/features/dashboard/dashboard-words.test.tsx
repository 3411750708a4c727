/** All that the dashboard says at each step of a customer: a label or a value that changes is seen here. */
import { screen } from '@testing-library/react';
import { test } from 'vitest';
import { buildSubscription } from '../../testing/build-subscription.fixture.ts';
import { buildTrialUser, buildUser } from '../../testing/build-user.fixture.ts';
import type { Answers } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';

type User = ReturnType<typeof buildUser>;
/** As the device, so no line says which zone counts. */
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

test.each<[who: string, user: User, answers: Answers, words: string]>([
  [
    'who has connected nothing',
    buildUser({ timeZone }),
    { 'GET /api/twitter/accounts': { accounts: [] } },
    `
      (
      # Dashboard
      )
      Welcome to Drumbeat
      (Account status)
      No X account
      (Subscription: Active, Standard) → /settings#subscription
      (Niche: )
      Gaming
      (Send a test tweet) Test tweet
      ## Connect your X account
      Drumbeat needs your permission to post for you. Nothing is posted until you've seen and scheduled it.
      Connect X
      ## Posts
      (Posts as)
      [x]
      List
      [ ]
      Calendar
      (More about posts)
      No posts yet. Scheduled posts will appear here.
      Posts per day in your next calendar
      [2]
    `,
  ],
  [
    'who has a plan and no posts',
    buildUser({ timeZone }),
    { 'GET /api/subscription': buildSubscription() },
    `
      (
      # Dashboard
      )
      Welcome back
      (Account status)
      (X account ) @ada
      Connected
      (Subscription: Active, Standard) → /settings#subscription
      (Niche: )
      Gaming
      Posts
      Nothing scheduled
      (Posts)
      (Send a test tweet) Test tweet
      ## Ready to write your next month
      Posts about Gaming for @ada. You'll see every one before anything is scheduled.
      Posts per day
      [ ]
      1
      [x]
      2
      [x]
      Skip weekends
      Posts go out Monday to Friday.
      Generate posts
      Generations left
      4 of 4
      (Generations left)
      ## Posts
      (Posts as)
      [x]
      List
      [ ]
      Calendar
      New post
      (More about posts)
      No posts yet. Scheduled posts will appear here.
      Posts per day in your next calendar
      [2]
    `,
  ],
  [
    'who tries',
    buildTrialUser({ timeZone }, 7),
    {},
    `
      (
      # Dashboard
      )
      Welcome back
      (Account status)
      (X account ) @ada
      Connected
      (Subscription: Free Trial, Standard, Upgrade) → /products
      (Niche: )
      Gaming
      Posts
      Nothing scheduled
      (Posts)
      (Send a test tweet) Test tweet
      Standard trial · 7 days left
      See plans → /products
      (Dismiss)
      ## Ready to write your next 7 days
      Posts about Gaming for @ada. You'll see every one before anything is scheduled.
      Posts per day
      2, fixed during your trial
      [x]
      Skip weekends
      You'll get 10 posts, Monday to Friday.
      Generate posts
      Generations left
      4 of 4
      (Generations left)
      ## Posts
      (Posts as)
      [x]
      List
      [ ]
      Calendar
      New post
      (More about posts)
      No posts yet. Scheduled posts will appear here.
      2 posts per day during your trial
    `,
  ],
])('the dashboard of somebody %s', async (_, user, answers, words) => {
  openScreen('/dashboard', { user, answers });
  await expectWords(await screen.findByRole('main'), words);
});
