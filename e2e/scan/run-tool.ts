import { spawn, spawnSync } from 'node:child_process';

export function isInstalled(tool: string): boolean {
  return spawnSync(tool, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** What a tool printed. It is ended where it takes longer than it may, in ms. */
export function runTool(tool: string, args: readonly string[], patienceMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: patienceMs });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
    child.on('error', reject).on('close', () => resolve(text));
  });
}
