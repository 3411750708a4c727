import type { PlayedFault, SeenCreate, Tweet } from '../support/sandbox.ts';
import { wronglyFailed } from './failures.ts';
import type { Pause } from './people.ts';
import { CLOCK_SLACK_MS, type PostRecord, type Records } from './records.ts';
import { numberOf, type Promised } from './truth.ts';

/** What the run left: the timelines, the product's records, and the API's promises. */
export type Evidence = {
  promised: ReadonlyMap<number, Promised>;
  tweets: readonly Tweet[];
  records: Records;
  pauses: readonly Pause[];
  played: readonly PlayedFault[];
  creates: readonly SeenCreate[];
  /** Contradictions within the ledger. */
  ledgerFaults: readonly string[];
  now: number;
};

export type Verdict = {
  published: number;
  duplicates: number;
  /** Creates that X accepted, or could have accepted, after it had already accepted one for the same post. */
  creates_beyond_first: number;
  lost: number;
  wrongly_failed: number;
  contradictions: number;
  /** Posts that were published after a later post of their account. */
  out_of_order: number;
  ledger_faults: number;
  failed: number;
  held: number;
  deleted: number;
  /** One line per violation. */
  violations: string[];
};

/** Compares X's timelines with the records and the promises. */
export function judge(evidence: Evidence): Verdict {
  const verdict: Verdict = {
    published: 0,
    duplicates: 0,
    creates_beyond_first: 0,
    lost: 0,
    wrongly_failed: 0,
    contradictions: 0,
    out_of_order: 0,
    ledger_faults: 0,
    failed: 0,
    held: 0,
    deleted: 0,
    violations: [],
  };
  const found = Map.groupBy(evidence.tweets, (tweet) => numberOf(tweet.text));
  for (const tweet of found.get(undefined) ?? [])
    accuse(verdict, 'contradictions', `a tweet of nobody: ${tweet.text}`);
  for (const post of evidence.promised.values()) {
    const tweets = found.get(post.number) ?? [];
    const record = evidence.records.posts.get(post.id);
    if (tweets.length > 0) verdict.published += 1;
    for (const extra of tweets.slice(1)) accuse(verdict, 'duplicates', `${extra.text} (${extra.createdAt})`);
    for (const tweet of tweets) checkPromise(verdict, post, tweet);
    if (record) judgeRecord(verdict, evidence, post, record, tweets[0]);
    else judgeAbsence(verdict, post);
  }
  checkCreates(verdict, evidence.creates);
  checkOrder(verdict, evidence);
  for (const line of evidence.ledgerFaults) accuse(verdict, 'ledger_faults', line);
  for (const pause of evidence.pauses) checkPause(verdict, evidence.records, pause);
  return verdict;
}

type Count = keyof {
  [key in keyof Verdict as Verdict[key] extends number ? key : never]: true;
};

function accuse(verdict: Verdict, count: Count, line: string): void {
  verdict[count] += 1;
  verdict.violations.push(`${count}: ${line}`);
}

/** Once X has accepted a post, no further create of it may reach X, whatever its outcome would be. */
function checkCreates(verdict: Verdict, creates: readonly SeenCreate[]): void {
  const taken = new Set<number>();
  for (const { text, at, outcome, username } of creates) {
    const number = numberOf(text);
    if (number === undefined) continue;
    if (taken.has(number))
      accuse(verdict, 'creates_beyond_first', `${username} '${text}' at ${at} (${outcome})`);
    if (outcome === 'taken') taken.add(number);
  }
}

/** An account's posts are published in the planned order, except for those that a person moved. */
function checkOrder(verdict: Verdict, evidence: Evidence): void {
  const latest = new Map<string, number>();
  for (const tweet of evidence.tweets) {
    const post = evidence.promised.get(numberOf(tweet.text) ?? -1);
    const planned = post && evidence.records.posts.get(post.id)?.scheduled_at.getTime();
    if (!post || post.reordered || planned === undefined) continue;
    const before = latest.get(tweet.username) ?? 0;
    if (planned < before)
      accuse(verdict, 'out_of_order', `post ${post.id} of ${tweet.username} at ${tweet.createdAt}`);
    latest.set(tweet.username, Math.max(before, planned));
  }
}

/** Each tweet must be the last version that the API accepted, not too early, and not of a deleted post. */
function checkPromise(verdict: Verdict, post: Promised, tweet: Tweet): void {
  const line = `post ${post.id} '${tweet.text}' at ${tweet.createdAt}`;
  if (post.deleted === 'yes') accuse(verdict, 'contradictions', `deleted, yet out: ${line}`);
  if (!post.texts.includes(tweet.text))
    accuse(verdict, 'contradictions', `edited to '${post.texts.join("' or '")}', yet out as: ${line}`);
  if (Date.parse(tweet.createdAt) < Math.min(...post.notBefore))
    accuse(verdict, 'contradictions', `too early: ${line}`);
}

function judgeAbsence(verdict: Verdict, post: Promised): void {
  if (post.deleted === 'no') accuse(verdict, 'lost', `post ${post.id} is gone, and nobody deleted it`);
  else verdict.deleted += 1;
}

function judgeRecord(
  verdict: Verdict,
  evidence: Evidence,
  post: Promised,
  record: PostRecord,
  tweet: Tweet | undefined,
): void {
  const line = `post ${post.id} (${post.person.username}) ${record.status}`;
  if (post.deleted === 'yes') accuse(verdict, 'contradictions', `deleted, yet still here: ${line}`);
  if (!post.texts.includes(record.content))
    accuse(verdict, 'contradictions', `an accepted edit is gone: ${line} '${record.content}'`);
  switch (record.status) {
    case 'posted':
      if (tweet?.id !== record.tweet_id)
        accuse(verdict, 'lost', `recorded as ${record.tweet_id}, on X ${tweet?.id ?? 'nothing'}: ${line}`);
      return;
    case 'failed': {
      verdict.failed += 1;
      const wrong = tweet ? 'although on the timeline' : wronglyFailed(evidence, post, record);
      if (wrong) accuse(verdict, 'wrongly_failed', `${line} ${record.error_code} ${wrong}`);
      return;
    }
    case 'pending':
      if (tweet) accuse(verdict, 'lost', `on the timeline, and its record knows nothing of it: ${line}`);
      else if (!waitsForReason(record, evidence.now))
        accuse(verdict, 'lost', `${line}, due ${record.due_at.toISOString()}, hold ${record.hold_reason}`);
      else verdict.held += 1;
      return;
    case 'processing':
      judgeProcessing(verdict, evidence, record, line);
  }
}

/** Whether the post has an existing hold, or is planned for a future time. */
function waitsForReason(record: PostRecord, now: number): boolean {
  if (record.hold_reason !== null) return record.held;
  return record.due_at.getTime() > now && !record.held;
}

/** An attempt may stay open only if its owner must reconnect: then X does not let us read the outcome. */
function judgeProcessing(verdict: Verdict, evidence: Evidence, record: PostRecord, line: string): void {
  if (evidence.records.accounts.get(record.account_id)?.needs_reconnect) verdict.held += 1;
  else accuse(verdict, 'lost', line);
}

/** Between the answer to a pause and the request to resume, no post of the account may be claimed. */
function checkPause(verdict: Verdict, records: Records, pause: Pause): void {
  for (const attempt of records.attempts) {
    const at = attempt.started_at.getTime();
    const isWithin = at > pause.from + CLOCK_SLACK_MS && at < pause.to - CLOCK_SLACK_MS;
    if (attempt.account_id === pause.accountId && isWithin)
      accuse(verdict, 'contradictions', `claimed while paused: post ${attempt.post_id} at ${at}`);
  }
}
