/** X's error body; the API really sends `about:blank` for most errors. */
export interface XProblem {
  title: string;
  detail: string;
  type: string;
  status: number;
}

/** Builds an error body of the common kind. */
export function problem(status: number, title: string, detail: string, type = 'about:blank'): XProblem {
  return { title, detail, type, status };
}

/** A missing, unknown, expired or revoked access token. */
export const unauthorizedProblem: XProblem = problem(401, 'Unauthorized', 'Unauthorized');

/** The same text again; X does not say which post it duplicates. */
export const duplicateProblem: XProblem = problem(
  403,
  'Forbidden',
  'You are not allowed to create a Tweet with duplicate content.',
);

/** More than 280 weighted characters, from an account without long posts. */
export const notPermittedProblem: XProblem = problem(
  403,
  'Forbidden',
  'You are not permitted to perform this action.',
);

/** A rate limit window is used up. */
export const tooManyRequestsProblem: XProblem = problem(429, 'Too Many Requests', 'Too Many Requests');

/** Out of credits: both formats that were observed in practice. */
export const creditsProblems: readonly [object, object] = [
  {
    title: 'CreditsDepleted',
    detail: 'Your enrolled account does not have any credits to fulfill this request.',
    type: 'https://api.twitter.com/2/problems/credits',
    account_id: 1_987_654_321,
  },
  {
    title: 'Payment Required',
    detail: 'credits depleted',
    type: 'https://api.x.com/2/problems/credits-depleted',
  },
];

/** A parameter that X rejects. */
export function invalidRequest(parameter: string, value: string, message: string): object {
  return {
    errors: [{ parameters: { [parameter]: [value] }, message }],
    ...problem(
      400,
      'Invalid Request',
      'One or more parameters to your request was invalid.',
      'https://api.x.com/2/problems/invalid-request',
    ),
  };
}
