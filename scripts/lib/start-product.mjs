import { nodeRuntime } from './node-runtime.mjs';
import { startProgram } from './program.mjs';
import { runUntilStopped } from './run-until-stopped.mjs';
import { BUILT, serverArguments, serverEnvironment } from './server-arguments.mjs';
import { setUp } from './set-up.mjs';

/** Installs and builds what is missing or stale, then runs the product in one process tree until stopped. */
export async function startProduct() {
  await setUp({ web: true, server: true, tools: false });
  const server = { file: nodeRuntime(), args: serverArguments(BUILT, 'all'), env: serverEnvironment() };
  process.exitCode = await runUntilStopped([() => startProgram(server)]);
}
