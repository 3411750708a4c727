import { ensureBuilt } from './ensure-built.mjs';

/** Builds the server and the sandbox if the existing build is stale. */
export async function ensureServerBuilt() {
  await ensureBuilt({
    title: 'Building the server',
    workspace: 'server',
    sources: [
      'server/src',
      'server/build.mjs',
      'server/package.json',
      'contract/src',
      'sandbox/src',
      'package-lock.json',
    ],
    product: 'server/dist/main.js',
  });
}
