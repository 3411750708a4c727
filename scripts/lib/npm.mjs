import { delimiter } from 'node:path';
import { runStep } from './progress.mjs';

/**
 * Runs npm as a step of the set-up. `npm ci` deletes node_modules, including the Node that npm scripts put first
 * on the PATH, so this npm runs on the machine's own Node.
 * @param {string} title
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export async function runNpm(title, args, { env, ...more } = {}) {
  const { npm_execpath: npmScript, npm_node_execpath: npmNode, PATH = '' } = process.env;
  const path = PATH.split(delimiter).filter((entry) => !entry.includes('node_modules'));
  const options = { ...more, env: { ...process.env, ...env, PATH: path.join(delimiter) } };
  if (npmScript?.endsWith('.js') && npmNode) await runStep(title, npmNode, [npmScript, ...args], options);
  else await runStep(title, process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}
