import { readFileSync } from 'node:fs';
import fastify, { type FastifyReply } from 'fastify';
import pg from 'pg';
import { WHO } from './load.ts';
import type { Statement } from './record-statements.ts';

/** What the bare server serves: calls with the statements that answer them, and the authentication. */
export type BareSettings = {
  databaseUrl: string;
  poolSize: number;
  calls: { method: 'GET' | 'POST'; path: string; who: Statement; statements: Statement[] }[];
};

/*
 * The peer: plain Fastify without schemas, authentication or logging. A call runs its statements in parallel
 * and sends their rows as the driver returns them.
 */
const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareSettings;
const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: settings.poolSize });
const app = fastify();
for (const { method, path, who, statements } of settings.calls) {
  const [first] = statements;
  const only = statements.length === 1 ? first : undefined;
  const answer = async (reply: FastifyReply): Promise<FastifyReply> => {
    if (only) return reply.send((await pool.query(only)).rows);
    const found = await Promise.all(statements.map((each) => pool.query(each)));
    return reply.send(found.map(({ rows }) => rows));
  };
  app.route({ method, url: path, handler: (_request, reply) => answer(reply) });
  app.route({
    method,
    url: WHO + path,
    handler: async (_request, reply) => {
      await pool.query(who);
      return answer(reply);
    },
  });
}
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
