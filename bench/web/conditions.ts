import type { CDPSession } from 'playwright-core';

/** The network and CPU under which visits are made. */
export type Condition = {
  name: string;
  network?: { latencyMs: number; downKbps: number; upKbps: number };
  /** How many times slower the CPU is. */
  slowdown?: number;
};

/** Slow 4G as in Lighthouse's DevTools throttling: the latency is per request, not per packet. */
export const conditions = {
  plain: { name: 'no throttle' },
  'slow-4g': { name: 'slow 4G', network: { latencyMs: 562.5, downKbps: 1474, upKbps: 675 } },
  'slow-cpu': { name: 'processor 4 times slower', slowdown: 4 },
} as const satisfies Record<string, Condition>;

/** Throttles a page; `devtools` is a session of that page. */
export async function throttle(devtools: CDPSession, condition: Condition): Promise<void> {
  const { network, slowdown } = condition;
  if (network)
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: (network.downKbps * 1000) / 8,
      uploadThroughput: (network.upKbps * 1000) / 8,
    });
  if (slowdown) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}
