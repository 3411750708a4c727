import type { Transporter } from 'nodemailer';
import { MAIL_DEADLINE_MS, type Mail, MailError, type Mailer } from './mail.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/**
 * Sends over SMTP, each email on its own connection, with a hard deadline. The library is loaded with the
 * first email.
 */
export function createMailer(settings: {
  smtpUrl: string;
  from: string;
  /** Refuses servers that do not offer encryption. */
  requireTls?: boolean;
  deadlineMs?: number;
}): Mailer {
  const deadlineMs = settings.deadlineMs ?? MAIL_DEADLINE_MS;
  let transporter: Promise<Transporter> | undefined;

  async function connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport(
      {
        url: settings.smtpUrl,
        requireTLS: settings.requireTls ?? false,
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        // Emails only contain text from our templates, never local files or remote content.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from: settings.from },
    );
  }

  return {
    async send({ unsubscribe, ...mail }: Mail) {
      transporter ??= connect();
      const ready = await transporter;
      try {
        const headers = {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        };
        // As an object: a plain string would be parsed, and could be read as several addresses.
        const to = { name: '', address: mail.to };
        await ready.sendMail({ ...mail, to, headers, signal: AbortSignal.timeout(deadlineMs) });
      } catch (error) {
        throw new MailError(explain(error), { cause: error });
      }
    },
  };
}

function explain(error: unknown): string {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  if (code === 'EAUTH') return 'The mail server refused our user name or password.';
  if (code === 'ETLS') return 'The mail server offers no encryption, which SMTP_URL asks for.';
  if (code === 'EABORT') return 'The mail server did not finish in time.';
  if (command === 'RCPT TO') return `The mail server refused the address (${responseCode ?? 'no code'}).`;
  if (responseCode) return `The mail server refused the email (${responseCode}).`;
  return `The mail server could not be reached (${code ?? 'no reason given'}).`;
}
