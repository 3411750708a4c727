import type { Settings } from './config.ts';
import type { Store } from './store.ts';
import type { WebhookSender } from './stripe/webhook-sender.ts';

/** What every route gets: the state, the settings, and our own address. */
export interface SandboxContext {
  readonly settings: Settings;
  readonly store: Store;
  readonly webhooks: WebhookSender;
  /** Our address without a trailing slash; known once the server listens. */
  publicUrl: string;
}
