import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/start.ts';
import { MailError } from './mail.ts';
import { createMailer } from './smtp.ts';

const mail = {
  to: 'ada@people.example',
  replyTo: 'help@drumbeat.example',
  subject: 'Grüße 👋',
  html: '<p>Hello</p>',
  text: 'Hello',
  messageId: '<one@drumbeat>',
};
const from = 'Drumbeat <hello@drumbeat.example>';

let server: Server | undefined;
afterEach(() => server?.close());

/** A mail server that answers by the first word of each line it is sent. */
async function scripted(answers: Record<string, string>, heard: string[] = []): Promise<string> {
  const all: Record<string, string> = { EHLO: '250 here', MAIL: '250 ok', RCPT: '250 ok', ...answers };
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 scripted\r\n');
    socket.on('data', (data) => {
      for (const line of String(data).split('\r\n').filter(Boolean)) {
        heard.push(line);
        socket.write(`${all[line.slice(0, 4)] ?? '500 what?'}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an email arrives whole, with our sender, where to answer, the given message id and both bodies', async () => {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:' });
  try {
    await createMailer({ smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`, from }).send({
      ...mail,
      unsubscribe: 'https://drumbeat.example/stop',
    });
    const other = 'bert@people.example';
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`, from });
    await mailer.send({ ...mail, to: other });
    // No file and no page of the web gets into one.
    for (const html of [{ path: import.meta.filename }, { href: `${sandbox.url}/sandbox/mail` }])
      await expect(mailer.send({ ...mail, html: html as never })).rejects.toBeInstanceOf(MailError);
    const { messages } = (await (await fetch(`${sandbox.url}/sandbox/mail`)).json()) as {
      messages: Record<string, unknown>[];
    };
    const { subject } = mail;
    const whole = { from: 'hello@drumbeat.example', subject, text: `${mail.text}\n`, html: `${mail.html}\n` };
    const headers = { from, 'message-id': mail.messageId, 'reply-to': mail.replyTo };
    expect(messages).toMatchObject([
      {
        ...whole,
        to: mail.to,
        headers: {
          ...headers,
          'list-unsubscribe': '<https://drumbeat.example/stop>',
          'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        },
      },
      { ...whole, to: other, headers },
    ]);
    expect(messages[1]?.headers).not.toHaveProperty('list-unsubscribe');
  } finally {
    await sandbox.close();
  }
});

test.each([
  'http://evil.example/free?<victim@target.example>',
  'aaa,victim@target.example',
  'group:victim@target.example;',
])('an address that reads as another one is handed over as it is, never as that one: %s', async (to) => {
  const heard: string[] = [];
  const smtpUrl = await scripted({ RCPT: '550 no such address' }, heard);
  await expect(createMailer({ smtpUrl, from }).send({ ...mail, to })).rejects.toBeInstanceOf(MailError);
  expect(heard.filter((line) => /^RCPT TO:<victim@target\.example>/.test(line))).toEqual([]);
});

test.each([
  ['says nothing', () => undefined],
  [
    'never ends its greeting',
    (socket: Socket) => {
      const trickle = setInterval(() => socket.write('220-wait\r\n'), 20);
      socket.on('close', () => clearInterval(trickle));
    },
  ],
])('a mail server that %s is given up at the deadline, and its connection is closed', async (_, act) => {
  const closed = Promise.withResolvers<void>();
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('close', () => closed.resolve());
    socket.resume();
    act(socket);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sent = createMailer({ smtpUrl, from, deadlineMs: 300 }).send(mail);
  await expect(sent).rejects.toThrow('The mail server did not finish in time.');
  await closed.promise;
});

test.each([
  ['an address', { RCPT: '550 no such mailbox' }, 'The mail server refused the address (550).'],
  ['an email, after its text,', { DATA: '452 disk full' }, 'The mail server refused the email (452).'],
])('%s that is refused is an error in our words', async (_, answers, message) => {
  const sent = createMailer({ smtpUrl: await scripted(answers), from }).send(mail);
  await expect(sent).rejects.toThrow(new MailError(message));
});

test('a password that is refused is an error in our words, without the password', async () => {
  const smtpUrl = await scripted({ EHLO: '250-here\r\n250 AUTH PLAIN', AUTH: '535 no' });
  const withLogin = smtpUrl.replace('//', '//user:sesame@');
  await expect(createMailer({ smtpUrl: withLogin, from }).send(mail)).rejects.toThrow(
    'The mail server refused our user name or password.',
  );
});

test('a server without encryption gets nothing if encryption is required', async () => {
  const heard: string[] = [];
  const smtpUrl = await scripted({ DATA: '354 go on' }, heard);
  await expect(createMailer({ smtpUrl, from, requireTls: true }).send(mail)).rejects.toThrow(
    'The mail server offers no encryption, which SMTP_URL asks for.',
  );
  expect(heard.filter((line) => /^(MAIL|RCPT)/.test(line))).toEqual([]);
});
