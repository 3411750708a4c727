/** X's error body; `about:blank` is what the API really sends for most of them. */
export interface XProblem {
  title: string;
  detail: string;
  type: string;
  status: number;
}

/** Builds an error body of the general kind. */
export function problem(status: number, title: string, detail: string, type = 'about:blank'): XProblem {
  return { title, detail, type, status };
}

/** A missing, unknown, expired or revoked access token. */
export const unauthorizedProblem: XProblem = problem(401, 'Unauthorized', 'Unauthorized');

/** The same text again; X does not say which post it was. */
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

/** A window of calls is used up. */
export const tooManyRequestsProblem: XProblem = problem(429, 'Too Many Requests', 'Too Many Requests');

/** Out of credits: both shapes that have been seen in the field. */
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

/** A parameter that X would not accept. */
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
