import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret for sealing tokens if APP_SECRET is not set. Created once in the data folder, readable only by
 * its owner.
 */
export async function appSecretIn(dataDir: string): Promise<string> {
  const path = join(dataDir, 'app-secret');
  await mkdir(dataDir, { recursive: true });
  try {
    // 'wx' fails if the file exists: if two first starts race, only one creates the secret.
    await writeFile(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
