import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { locateBinaries } from './binaries.ts';
import { copyTree, syncFolder } from './copy-tree.ts';
import { placeCluster } from './place.ts';

/** Restores a copy as this data folder's cluster, all or nothing, for its next start. */
export async function putBackCluster(copy: string, dataDir: string): Promise<void> {
  const { databaseDir, clusterDir, identity } = await placeCluster(dataDir, await locateBinaries());
  const staging = join(databaseDir, 'being-restored');
  await rm(staging, { recursive: true, force: true });
  await copyTree(copy, staging, { identity });
  await rename(staging, clusterDir);
  await syncFolder(databaseDir);
}
