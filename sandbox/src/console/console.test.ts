import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, startBench } from '../../test/harness.ts';
import { subscribe } from '../../test/stripe-bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

async function section(name: string, chosen = ''): Promise<{ html: string; counts: Record<string, number> }> {
  return (await bench.send('GET', `/console/${name}?chosen=${chosen}`)).json;
}

describe('the console', () => {
  it('shows a post on its timeline, with what is not markup escaped', async () => {
    const tokens = await bench.connect('ada');
    await bench.tweet(tokens, '<b>Bold</b> & #brave');
    const { html, counts } = await section('x', 'ada');
    expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; <span>#brave</span>');
    expect(counts.x).toBe(1);
  });

  it('shows mail with its links, and the message where it can do no harm', async () => {
    const transport = createTransport({ host: '127.0.0.1', port: bench.smtpPort });
    const html = '<a href="http://app.test/v">Go</a><script>alert(1)</script>';
    await transport.sendMail({ from: 'a@b.co', to: 'ada@example.com', subject: 'Verify', html });
    const shown = (await section('mail')).html;
    expect(shown).toContain('<a href="http://app.test/v" target="_blank"');
    expect(shown).not.toContain('<script>');
    expect(shown).not.toMatch(/sandbox="[^"]*allow-scripts/);
  });

  it('offers what banks and the dashboard do: refund, dispute and its decision, pause of collection', async () => {
    await bench.control('POST', '/reset');
    const { customer } = await subscribe(bench);
    const pressed = async (label: string): Promise<void> => {
      const { html } = await section('stripe');
      const button = new RegExp(`data-call="POST /sandbox([^"]+)" data-body="([^"]+)">${label}<`).exec(html);
      await bench.control(
        'POST',
        button?.[1] ?? label,
        JSON.parse(button?.[2]?.replaceAll('&quot;', '"') ?? '{}'),
      );
    };
    await pressed('Refund half');
    expect((await section('stripe')).html).toContain('$7.50 refunded');
    await pressed('Dispute');
    expect((await section('stripe')).html).toContain('disputed: needs response');
    await pressed('Lost');
    expect((await section('stripe')).html).toContain('disputed: lost');
    await pressed('Pause collection');
    expect((await section('stripe')).html).toContain('>paused<');
    await pressed('Resume collection');
    expect((await section('stripe')).html).not.toContain('>paused<');
    expect((await section('stripe')).html).toContain(customer.id);
  });
});
