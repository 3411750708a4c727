import type { Config } from '../config.ts';

/** The message once everything runs: the URLs, and three lines on what to try. */
export function readyLines(config: Config, seconds: number, logFile: string | undefined): string {
  const lines = [
    `\n  Drumbeat is ready (${seconds.toFixed(1)} s)\n`,
    `  App              ${config.publicUrl}`,
  ];
  if (config.sandbox) lines.push(`  Sandbox console  http://localhost:${config.sandbox.port}`);
  lines.push(`  API docs         ${config.publicUrl}/api/docs`);
  if (logFile) lines.push(`  Log              ${logFile}`);
  if (config.sandbox) {
    lines.push(
      '\n  To try:',
      "  1. Open the app, choose 'Get Started for Free', sign up; the email arrives in the sandbox console.",
      '  2. Start the trial with card 4242 4242 4242 4242, connect X as ada, let the AI write your week.',
      "  3. Edit a post to be due in a minute and watch it go out on ada's timeline in the console.",
    );
  }
  return `${lines.join('\n')}\n\n`;
}
