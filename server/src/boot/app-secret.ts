import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The secret that seals tokens when APP_SECRET is not set. Made once in the data folder; only its owner can read it. */
export async function appSecretIn(dataDir: string): Promise<string> {
  const path = join(dataDir, 'app-secret');
  await mkdir(dataDir, { recursive: true });
  try {
    // 'wx' fails if the file exists: when two first starts race, only one makes the secret.
    await writeFile(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
