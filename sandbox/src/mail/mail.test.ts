import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../test/harness.ts';

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
});
