import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless shell comes first, because it needs a third less CPU time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const PLACES = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];

/** Quiet, and without background services. */
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/** How tests start this machine's Chromium. Throws an error that says how to install one. */
export function chromiumLaunch(): { executablePath: string; args: string[] } {
  return { executablePath: findChromium(), args: FLAGS };
}

function findChromium(): string {
  const given = process.env.CHROMIUM_PATH;
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...PLACES];
  const candidates = given ? [given] : folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = candidates.find(isExecutable);
  if (found) return found;
  throw new Error(
    given
      ? `CHROMIUM_PATH is ${given}, which is no program. Correct it, or leave it out.`
      : 'A Chromium is needed: run "apt-get install -y chromium" as root, or set CHROMIUM_PATH to one.',
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
