import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The system user that PostgreSQL runs as, if it is not ours. */
export interface Identity {
  uid: number;
  gid: number;
  name: string;
}

const NOBODY: Identity = { uid: 65_534, gid: 65_534, name: 'nobody' };

/** Picks the user for PostgreSQL, which refuses to run as root; undefined if we are not root. */
export async function chooseIdentity(): Promise<Identity | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return findUser(users, 'postgres') ?? findUser(users, 'nobody') ?? NOBODY;
}

/**
 * The owner of an existing cluster: as root we run PostgreSQL as that user, so that a change of user keeps
 * the data.
 */
export async function ownerOf(path: string): Promise<Identity | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found || found.uid === 0) return undefined;
  return { uid: found.uid, gid: found.gid, name: `uid ${found.uid}` };
}

/** Changes the owner of a file or folder to that identity; without one it is already ours. */
export async function giveTo(path: string, identity: Identity | undefined): Promise<void> {
  if (identity) await chown(path, identity.uid, identity.gid);
}

/** Whether the identity can enter the folder and write there: tried in a separate process. */
export async function canWriteIn(folder: string, identity: Identity): Promise<boolean> {
  const attempt = 'cd "$1" && : > "$1/.probe" && rm "$1/.probe"';
  try {
    await promisify(execFile)('/bin/sh', ['-c', attempt, 'sh', folder], {
      uid: identity.uid,
      gid: identity.gid,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
    });
    return true;
  } catch {
    return false;
  }
}

/** The user of that name in a text like `/etc/passwd`; undefined if there is none, or it is root. */
export function findUser(passwd: string, name: string): Identity | undefined {
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return uid > 0 && gid > 0 ? { uid, gid, name } : undefined;
}
