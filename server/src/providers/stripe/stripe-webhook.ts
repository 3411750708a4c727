import type Stripe from 'stripe';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { PaymentEvent } from './stripe.ts';
import { eventOf } from './stripe-replies.ts';

/**
 * How far a signature's time may differ from ours, in seconds: Stripe's default for the past, and the same
 * for the future.
 */
const TOLERANCE_SECONDS = 300;

/** The fields that we use; text without null characters, which PostgreSQL cannot store. */
const text = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\0]+$/);
const shape = z.looseObject({
  id: text,
  type: text,
  created: z.int().nonnegative(),
  data: z.looseObject({ object: z.looseObject({ id: text.optional() }) }),
});

/**
 * Verifies and parses a webhook. Throws VALIDATION_FAILED for anything but an event that Stripe signed just
 * now.
 */
export async function readEvent(
  stripe: Stripe,
  secret: string,
  rawBody: Buffer,
  signature: string,
): Promise<PaymentEvent> {
  const event = await stripe.webhooks
    .constructEventAsync(rawBody, signature, secret, TOLERANCE_SECONDS)
    .catch((cause: unknown) => {
      throw new AppError('VALIDATION_FAILED', 'The signature does not match.', { cause });
    });
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
  if (!(signedAt < Date.now() / 1000 + TOLERANCE_SECONDS))
    throw new AppError('VALIDATION_FAILED', 'The signature is dated in the future.');
  if (!shape.safeParse(event).success)
    throw new AppError('VALIDATION_FAILED', 'The body is not a Stripe event.');
  return eventOf(event);
}
