import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { nodeRuntime } from './node-runtime.mjs';
import { ROOT } from './paths.mjs';
import { startProgram } from './program.mjs';
import { startRestarting } from './restarting.mjs';
import { runUntilStopped } from './run-until-stopped.mjs';
import { SOURCES, serverArguments, serverEnvironment } from './server-arguments.mjs';
import { setUp } from './set-up.mjs';

const WEB_PORT = 5173;
const RESTART_ON = ['server/src', 'server/migrations', 'contract/src', 'sandbox/src'].map((path) =>
  join(ROOT, path),
);

/** Runs the product for development: the server restarts on changes, the web app reloads hot. */
export async function startDevelopment() {
  await setUp({ web: false, server: false });
  const { PORT, PUBLIC_URL } = settings();
  const server = {
    file: nodeRuntime(),
    args: serverArguments(SOURCES, 'all'),
    // Links in emails and the return from X must lead to the web app with hot reload.
    env: { ...serverEnvironment(), PUBLIC_URL: PUBLIC_URL || `http://localhost:${WEB_PORT}` },
  };
  const web = {
    file: nodeRuntime(),
    args: [join(ROOT, 'web/scripts/dev-server.mjs')],
    env: { ...process.env, API_ORIGIN: `http://localhost:${PORT || 3000}` },
  };
  const starters = [() => startRestarting(server, RESTART_ON), () => startProgram(web)];
  process.exitCode = await runUntilStopped(starters);
}

/** @returns {NodeJS.ProcessEnv} */
function settings() {
  const file = join(ROOT, '.env');
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
}
