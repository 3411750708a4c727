/** An email as the sandbox received it. */
export interface SandboxMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  receivedAt: string;
}

/** A post on the sandbox's X. */
export interface SandboxTweet {
  id: string;
  username: string;
  text: string;
  createdAt: string;
}

export interface XFault {
  kind: string;
  count?: number;
  probability?: number;
  delayMs?: number;
  endpoint?: string;
  /** Whose calls fail; needed because journeys run in parallel. */
  username?: string;
}

export interface LlmFault {
  kind: string;
  count?: number;
  delayMs?: number;
  /** Which prompts fail, by niche. Journeys run in parallel, so give the person their own niche. */
  niche: string;
}

/** What a journey sees and does outside our own screens. */
export interface Sandbox {
  url: string;
  mails(to: string): Promise<SandboxMail[]>;
  /** Waits for an email to that address, whose subject contains `subject` if given, and returns the newest. */
  mailTo(to: string, subject?: string | RegExp): Promise<SandboxMail>;
  tweets(username: string): Promise<SandboxTweet[]>;
  /** Waits until the person's timeline has exactly this many posts. */
  tweetsOnceThereAre(count: number, username: string, patienceMs?: number): Promise<SandboxTweet[]>;
  /** Authorizes as a click on the button would, and returns the URL that X redirects to. */
  approve(authUrl: string, username: string): Promise<string>;
  xFault(fault: XFault): Promise<void>;
  /** Revokes the permission, as a person can in X's settings. */
  revoke(username: string): Promise<void>;
  llmFault(fault: LlmFault): Promise<void>;
  completeCheckout(sessionId: string): Promise<void>;
  advanceStripe(customer: string, days: number): Promise<void>;
  setCard(customer: string, outcome: string): Promise<void>;
}

const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 150;

/** A client for the sandbox's control API at that URL. */
export function createSandbox(url: string): Sandbox {
  const call = (method: string, path: string, body?: object) => callControl(url, method, path, body);

  async function mails(to: string): Promise<SandboxMail[]> {
    return (await call('GET', `mail?to=${encodeURIComponent(to)}`)).messages as SandboxMail[];
  }

  async function tweets(username: string): Promise<SandboxTweet[]> {
    return (await call('GET', `x/tweets?username=${encodeURIComponent(username)}`)).tweets as SandboxTweet[];
  }

  return {
    url,
    mails,
    tweets,
    mailTo: (to, subject = '') =>
      waitFor(`a mail to ${to} (${subject})`, PATIENCE_MS, async () =>
        (await mails(to)).findLast((mail) => mail.subject.search(subject) >= 0),
      ),
    tweetsOnceThereAre: (count, username, patienceMs = PATIENCE_MS) =>
      waitFor(`${count} posts by ${username}`, patienceMs, async () => {
        const found = await tweets(username);
        return found.length === count ? found : undefined;
      }),
    approve: async (authUrl, username) =>
      (await call('POST', 'x/approve', { authUrl, username })).redirectUrl as string,
    xFault: async (fault) => void (await call('POST', 'x/faults', fault)),
    revoke: async (username) => void (await call('POST', 'x/revoke', { username })),
    llmFault: async (fault) => void (await call('POST', 'llm/faults', fault)),
    completeCheckout: async (id) => void (await call('POST', `stripe/checkout/${id}/complete`, {})),
    advanceStripe: async (customer, days) => void (await call('POST', 'stripe/advance', { customer, days })),
    setCard: async (customer, outcome) => void (await call('POST', 'stripe/card', { customer, outcome })),
  };
}

async function callControl(
  url: string,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/sandbox/${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} /sandbox/${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

async function waitFor<T>(what: string, patienceMs: number, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${patienceMs / 1000} s in vain for ${what}.`);
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
}
