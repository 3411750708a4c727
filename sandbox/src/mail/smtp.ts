import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import type { SandboxContext } from '../context.ts';
import type { MailMessage } from './state.ts';

const keptMessages = 1000;

/** The mail server: accepts every message from anyone, with or without a password, and stores it. */
export function createSmtpServer(context: SandboxContext): SMTPServer {
  return new SMTPServer({
    name: 'sandbox',
    banner: 'Drumbeat sandbox',
    authOptional: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 500,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map((one) => one.address.toLowerCase());
      receive(stream, to)
        .then((message) => {
          const { messages } = context.store.state.mail;
          messages.push(message);
          messages.splice(0, Math.max(0, messages.length - keptMessages));
          context.store.changed();
          done();
        })
        .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
    },
  });
}

async function receive(stream: Readable, to: string[]): Promise<MailMessage> {
  const [chunks, { default: PostalMime }] = await Promise.all([stream.toArray(), import('postal-mime')]);
  const mail = await PostalMime.parse(Buffer.concat(chunks as Buffer[]));
  const html = mail.html ?? '';
  const text = mail.text ?? '';
  return {
    id: randomUUID(),
    from: mail.from?.address ?? '',
    to,
    subject: mail.subject ?? '',
    text,
    html,
    links: extractLinks(html, text),
    headers: Object.fromEntries(mail.headers.map((header) => [header.key, header.value])),
    receivedAt: new Date().toISOString(),
  };
}

/** Every URL in a message, without duplicates: first from `href`s, then from the plain text. */
function extractLinks(html: string, text: string): string[] {
  const links = new Set<string>();
  for (const match of html.matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)) {
    const link = decodeEntities(match[1] ?? match[2] ?? '');
    if (/^https?:\/\//i.test(link)) links.add(link);
  }
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']+/gi)) {
    links.add(match[0].replace(/[).,;:!?\]]+$/, ''));
  }
  return [...links];
}

function decodeEntities(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
