import { rm } from 'node:fs/promises';
import { locateBinaries } from './binaries.ts';
import { ensureCluster, POSTGRES_NAME } from './cluster.ts';
import { endLeftovers } from './leftovers.ts';
import { placeCluster, placeEphemeral } from './place.ts';
import { choosePort, rememberPort } from './port.ts';
import { type EmbeddedPostgresLog, superviseServer } from './supervise.ts';

interface CommonOptions {
  /** The preferred TCP port; another one is used if it is not free. */
  port?: number;
  log?: EmbeddedPostgresLog;
  /** PostgreSQL's shared buffers, for example `1GB`; small by default. */
  sharedBuffers?: string | undefined;
  /** Called once if the server died and could not be restarted. */
  onLost?: (error: Error) => void;
}

/**
 * Either a data folder, whose run lock the caller holds, or `ephemeral`: fast, not durable, deleted by
 * `stop`.
 */
export type EmbeddedPostgresOptions = CommonOptions & ({ dataDir: string } | { ephemeral: true });

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

const SILENT: EmbeddedPostgresLog = { info: () => undefined, warn: () => undefined };

/** Starts our own PostgreSQL on a loopback port and keeps it running until `stop`. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? SILENT;
  const durable = 'dataDir' in options;
  const packaged = await locateBinaries();
  const place = durable ? await placeCluster(options.dataDir, packaged) : await placeEphemeral(packaged);
  await endLeftovers(place.clusterDir, (message) => log.warn(message));
  const password = await ensureCluster(place, durable, () =>
    log.info('Preparing an empty PostgreSQL database.'),
  );
  const port = await choosePort(place.stateDir, options.port);
  const server = await superviseServer({
    place,
    port,
    durable,
    sharedBuffers: options.sharedBuffers,
    log,
    onLost: options.onLost,
  });
  await rememberPort(place.stateDir, server.port);

  async function stop(): Promise<void> {
    await server.stop();
    if (!durable) await rm(place.stateDir, { recursive: true, force: true });
  }

  return { url: `postgresql://${POSTGRES_NAME}:${password}@127.0.0.1:${server.port}/${POSTGRES_NAME}`, stop };
}
