import type { FeedProblem } from '@drumbeat/contract/facts/facts.rules.ts';

/** Why a feed cannot be read: the problem shown to its owner, and a message for the log. */
export class FeedFault extends Error {
  readonly problem: FeedProblem;

  constructor(problem: FeedProblem, message: string) {
    super(message);
    this.name = 'FeedFault';
    this.problem = problem;
  }
}
