import { z } from 'zod';
import { xAccount } from '../accounts/accounts.ts';
import { linkToken, password } from '../auth/auth.fields.ts';
import { signedInSession } from '../auth/sessions.ts';
import { card } from '../billing/billing.entities.ts';
import { defineCall } from '../call.ts';
import { instant, message } from '../common.ts';
import { emailStates } from '../emails/emails.ts';
import { fact, factFeed, postSource } from '../facts/facts.ts';
import { post } from '../posts/posts.ts';
import { user } from '../users/users.ts';
import { voice } from '../voice/voice.ts';

const tag = 'users';

/** Everything we store about a person, in the shapes of the calls that show it. No tokens or others' data. */
const userExport = z.object({
  exportedAt: instant,
  user: user.extend({ createdAt: instant }),
  accounts: z.array(
    xAccount
      .omit({ limited_until: true })
      .extend({ connectedAt: instant, disconnectedAt: instant.nullable() }),
  ),
  posts: z.array(post),
  postSources: z.array(postSource.extend({ postId: z.string() })),
  facts: z.array(fact.extend({ accountId: z.string() })),
  factFeeds: z.array(
    factFeed.pick({ id: true, url: true, title: true }).extend({ accountId: z.string(), createdAt: instant }),
  ),
  generations: z.array(
    z.object({
      id: z.string(),
      niche: z.string(),
      status: z.string(),
      createdAt: instant,
      texts: z.array(z.string()),
    }),
  ),
  /** The voices of the accounts, as their owner sees them. */
  voices: z.array(voice.extend({ accountId: z.string() })),
  billing: z
    .object({
      customerId: z.string().nullable(),
      subscriptionId: z.string().nullable(),
      status: z.string(),
      periodEnd: instant.nullable(),
      trialStart: instant.nullable(),
      trialEnd: instant.nullable(),
      cancelReason: z.string().nullable(),
      cancelFeedback: z.string().nullable(),
      card: card.nullable(),
      /** Earlier customer and subscription ids at the payment provider, oldest first. */
      former: z.array(
        z.object({ customerId: z.string(), subscriptionId: z.string().nullable(), replacedAt: instant }),
      ),
      /** Charges, refunds and disputes of the last 400 days. */
      movements: z.array(z.object({ kind: z.string(), amount: z.int(), currency: z.string(), at: instant })),
    })
    .nullable(),
  nicheRequests: z.array(
    z.object({ name: z.string(), notes: z.string().nullable(), status: z.string(), createdAt: instant }),
  ),
  feedback: z.array(
    z.object({
      message: z.string(),
      category: z.string(),
      rating: z.int().nullable(),
      pagePath: z.string(),
      createdAt: instant,
    }),
  ),
  sessions: z.array(signedInSession),
  emails: z.array(
    z.object({
      to: z.string(),
      subject: z.string().nullable(),
      status: z.enum(emailStates),
      queuedAt: instant,
    }),
  ),
  /** What the person did, according to the audit log. */
  activity: z.array(z.object({ at: instant, action: z.string(), ip: z.string().nullable() })),
});
export type UserExport = z.infer<typeof userExport>;

export const exportUser = defineCall({
  method: 'GET',
  path: '/api/user/export',
  tag,
  access: 'user',
  summary: "The person's own data, as a file to download",
  response: userExport,
});

export const disownUser = defineCall({
  method: 'POST',
  path: '/api/user/disown',
  tag,
  access: 'public',
  summary: 'Deletes an account that somebody made with another person’s address, by its verification email',
  body: z.object({ token: linkToken }),
  response: message,
});

export const deleteUser = defineCall({
  method: 'DELETE',
  path: '/api/user',
  tag,
  access: 'user',
  summary:
    'Deletes the account: ends the subscription, disconnects X, removes the posts and forgets the person',
  body: z.object({
    password,
    twoFactorCode: z.string().max(32).optional(),
  }),
  response: message,
});
