import type { AddressInfo } from 'node:net';
import type { SMTPServer } from 'smtp-server';
import { defaultSettings, type Settings } from './config.ts';
import type { SandboxContext } from './context.ts';
import { createSmtpServer } from './mail/smtp.ts';
import { buildServer } from './server.ts';
import { openStore } from './store.ts';
import { runDueForAll } from './stripe/billing/advance.ts';
import { seedCatalogue } from './stripe/catalogue.ts';
import { expireOldSessions } from './stripe/pages/checkout-sessions.ts';
import { createWebhookSender } from './stripe/webhook-sender.ts';

const clockEveryMs = 20_000;

export interface RunningSandbox {
  port: number;
  smtpPort: number;
  /** The HTTP URL, without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** Starts the providers. Port 0 takes a free port; `dataDir: ':memory:'` stores nothing. */
export async function startSandbox(options: Partial<Settings> = {}): Promise<RunningSandbox> {
  const settings: Settings = { ...defaultSettings, ...options };
  const store = openStore(settings.dataDir);
  seedCatalogue(store.state.stripe);
  const webhooks = createWebhookSender(store, settings);
  const context: SandboxContext = { settings, store, webhooks, publicUrl: settings.publicUrl ?? '' };
  const app = buildServer(context);
  const smtp = createSmtpServer(context);
  try {
    await app.listen({ port: settings.port, host: settings.host });
    const port = (app.server.address() as AddressInfo).port;
    context.publicUrl ||= `http://${shownHost(settings.host)}:${port}`;
    const smtpPort = await listenSmtp(smtp, settings);
    webhooks.start();
    const stopClock = startClock(context);
    return {
      port,
      smtpPort,
      url: `http://${shownHost(settings.host)}:${port}`,
      async close() {
        stopClock();
        webhooks.stop();
        await Promise.all([app.close(), new Promise<void>((done) => smtp.close(() => done()))]);
        store.close();
      },
    };
  } catch (error) {
    webhooks.stop();
    await app.close();
    store.close();
    throw error;
  }
}

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function listenSmtp(smtp: SMTPServer, settings: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    smtp.once('error', reject);
    smtp.listen(settings.smtpPort, settings.host, () => {
      smtp.removeListener('error', reject);
      // Later errors concern single connections (such as a client that hung up) and must not end the process.
      smtp.on('error', () => undefined);
      resolve((smtp.server.address() as AddressInfo).port);
    });
  });
}

/** Processes trial ends, renewals and session expiry by the real clock. Returns a function that stops it. */
function startClock(context: SandboxContext): () => void {
  const tick = (): void => {
    runDueForAll(context);
    expireOldSessions(context);
  };
  tick();
  const timer = setInterval(tick, clockEveryMs).unref();
  return () => clearInterval(timer);
}
