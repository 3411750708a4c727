import type { PlayedFault } from '../support/sandbox.ts';
import type { PostRecord, Records } from './records.ts';
import { numberOf, type Promised } from './truth.ts';

type Evidence = { records: Records; played: readonly PlayedFault[] };

const TRANSIENT = new Set(['server_error', 'timeout', 'connection_reset']);
/** The first attempt and six more. */
const TRIES = 7;

/** Why a post should not have failed, given what X really refused; undefined if the failure is justified. */
export function wronglyFailed(evidence: Evidence, post: Promised, record: PostRecord): string | undefined {
  const met = evidence.played.filter(
    (fault) => fault.text !== null && numberOf(fault.text) === post.number && fault.endpoint === 'tweets',
  );
  const has = (kind: string) => met.some((fault) => fault.kind === kind);
  switch (record.error_code) {
    case 'DUPLICATE_TWEET':
      return has('duplicate') ? undefined : 'although X never called it a duplicate';
    case 'X_CREDITS':
      return has('payment_required') ? undefined : 'although X never asked for payment';
    case 'AUTH_EXPIRED':
      return evidence.records.accounts.get(record.account_id)?.needs_reconnect
        ? undefined
        : 'although the account is connected';
    case 'X_UNAVAILABLE':
      return givenUpTooSoon(evidence, post, met);
    default:
      return 'for no reason that X gave';
  }
}

/** A transient error may fail a post only after all its attempts, each of which X must really have failed. */
function givenUpTooSoon(evidence: Evidence, post: Promised, met: readonly PlayedFault[]): string | undefined {
  const attempts = evidence.records.attempts.filter((attempt) => attempt.post_id === post.id);
  const counted = attempts.filter(({ outcome }) => outcome === 'retry' || outcome === 'failed');
  if (counted.length < TRIES) return `after ${counted.length} tries`;
  const renewals = evidence.played.filter(
    (fault) => fault.endpoint === 'token' && fault.username === post.person.username,
  );
  const failures = met.filter((fault) => TRANSIENT.has(fault.kind)).length + renewals.length;
  const claimed = counted.filter((attempt) => attempt.error_code === 'X_UNAVAILABLE').length;
  return failures < claimed ? `although X failed only ${failures} of ${claimed} tries` : undefined;
}
