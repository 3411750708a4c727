import { ensureBuilt } from './ensure-built.mjs';

/** Builds the web app if the existing build is stale. */
export async function ensureWebBuilt() {
  await ensureBuilt({
    title: 'Building the web app',
    workspace: 'web',
    sources: ['web', 'contract', 'package-lock.json', 'tsconfig.base.json'],
    product: 'web/dist/index.html',
  });
}
