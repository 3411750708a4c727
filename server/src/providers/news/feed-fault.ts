import type { FeedProblem } from '@drumbeat/contract/facts.rules.ts';

/** Why a feed is not read: the problem that its owner is told, and a message for the log. */
export class FeedFault extends Error {
  readonly problem: FeedProblem;

  constructor(problem: FeedProblem, message: string) {
    super(message);
    this.name = 'FeedFault';
    this.problem = problem;
  }
}
