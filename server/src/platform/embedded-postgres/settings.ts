const COMMON: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // Sockets need a short path that both users may access; loopback TCP has no such limits.
  unix_socket_directories: '',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Error details quote rows, which contain customers' data.
  log_error_verbosity: 'terse',
  log_min_messages: 'warning',
};

const DURABLE: Record<string, string> = {
  shared_buffers: '96MB',
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  max_wal_size: '512MB',
};

const EPHEMERAL: Record<string, string> = {
  shared_buffers: '128MB',
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

/**
 * The server's settings as `-c` arguments: passed at each start, so that none in the cluster become outdated.
 */
export function settingArguments(
  port: number,
  { durable, sharedBuffers }: { durable: boolean; sharedBuffers?: string | undefined },
): string[] {
  const settings = {
    ...COMMON,
    ...(durable ? DURABLE : EPHEMERAL),
    ...(sharedBuffers ? { shared_buffers: sharedBuffers } : {}),
    port: String(port),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
