interface SandboxMail {
  subject: string;
  text: string;
  links: string[];
}

interface XFault {
  kind: string;
  count?: number;
  delayMs?: number;
  endpoint: string;
  /** Whose calls fail; needed because journeys run in parallel. */
  username: string;
}

/** What a journey sees and does outside our own screens. */
export interface Sandbox {
  /** Waits for an email to that address, whose subject contains `subject` if given, and returns the newest. */
  mailTo(to: string, subject?: string | RegExp): Promise<SandboxMail>;
  /** Waits until the person's timeline has exactly this many posts. */
  tweetsOnceThereAre(count: number, username: string): Promise<{ text: string }[]>;
  /** Authorizes as a click on the button would, and returns the URL that X redirects to. */
  approve(authUrl: string, username: string): Promise<string>;
  xFault(fault: XFault): Promise<void>;
  /** Revokes the permission, as a person can in X's settings. */
  revoke(username: string): Promise<void>;
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

  async function tweets(username: string): Promise<{ text: string }[]> {
    const path = `x/tweets?username=${encodeURIComponent(username)}`;
    return (await call('GET', path)).tweets as { text: string }[];
  }

  return {
    mailTo: (to, subject = '') =>
      waitFor(`a mail to ${to} (${subject})`, async () =>
        (await mails(to)).findLast((mail) => mail.subject.search(subject) >= 0),
      ),
    tweetsOnceThereAre: (count, username) =>
      waitFor(`${count} posts by ${username}`, async () => {
        const found = await tweets(username);
        return found.length === count ? found : undefined;
      }),
    approve: async (authUrl, username) =>
      (await call('POST', 'x/approve', { authUrl, username })).redirectUrl as string,
    xFault: async (fault) => void (await call('POST', 'x/faults', fault)),
    revoke: async (username) => void (await call('POST', 'x/revoke', { username })),
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

async function waitFor<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${PATIENCE_MS / 1000} s.`);
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
}
