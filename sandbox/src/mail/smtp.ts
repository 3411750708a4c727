import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import type { SandboxContext } from '../context.ts';
import { extractLinks } from './links.ts';
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
