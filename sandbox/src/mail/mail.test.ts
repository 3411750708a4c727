import { on, once } from 'node:events';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../test/harness.ts';
import { extractLinks } from './links.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.control('DELETE', '/mail'));

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  receivedAt: string;
}

async function mail(to = ''): Promise<Mail[]> {
  return (await bench.control<{ messages: Mail[] }>('GET', `/mail?to=${encodeURIComponent(to)}`)).messages;
}

describe('the mailbox', () => {
  it('receives a message whole, with its links', async () => {
    const transport = createTransport(`smtp://user:secret@127.0.0.1:${bench.smtpPort}`);
    await transport.sendMail({
      from: 'Drumbeat <hello@drumbeat.test>',
      to: 'Ada@Example.com',
      subject: 'Überprüfen ✓',
      text: 'Open http://app.test/verify?token=1&x=2.',
      html: '<a href="http://app.test/verify?token=1&amp;x=2">Verify</a> <a href="mailto:x@y.z">Mail</a>',
    });
    expect(await mail('ada@example.com')).toMatchObject([
      {
        to: 'ada@example.com',
        subject: 'Überprüfen ✓',
        html: expect.stringContaining('Verify'),
        text: expect.stringContaining('Open'),
        links: ['http://app.test/verify?token=1&x=2'],
      },
    ]);
    expect(await mail('grace@example.com')).toEqual([]);
  });

  it('takes mail without a password, for several people, in order', async () => {
    const transport = createTransport({ host: '127.0.0.1', port: bench.smtpPort });
    for (const subject of ['One', 'Two']) {
      await transport.sendMail({ from: 'a@b.co', to: ['c@d.co', 'e@f.co'], subject, text: 'x' });
    }
    expect((await mail('e@f.co')).map((one) => [one.subject, one.to])).toEqual([
      ['One', 'c@d.co, e@f.co'],
      ['Two', 'c@d.co, e@f.co'],
    ]);
  });

  it('outlives a client that hangs up amid a message', async () => {
    const socket = connect(bench.smtpPort, '127.0.0.1');
    const said = async (begin: string) => {
      for await (const chunk of on(socket, 'data')) if (String(chunk).startsWith(begin)) return;
    };
    await said('220');
    for (const line of ['HELO there', 'MAIL FROM:<a@b.co>']) {
      const answered = said('250');
      socket.write(`${line}\r\n`);
      await answered;
    }
    socket.resetAndDestroy();
    await once(socket, 'close');
    const transport = createTransport({ host: '127.0.0.1', port: bench.smtpPort });
    await transport.sendMail({ from: 'a@b.co', to: 'after@d.co', subject: 'After', text: 'x' });
    expect((await mail('after@d.co')).map((one) => one.subject)).toEqual(['After']);
  });

  it('finds links in text too, without the full stop after them', () => {
    expect(extractLinks('', 'See (https://a.test/b?c=d). Or http://e.test/f!')).toEqual([
      'https://a.test/b?c=d',
      'http://e.test/f',
    ]);
  });
});
