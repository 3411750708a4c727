import type { FastifyInstance } from 'fastify';
import type { Queue } from './jobs.ts';

/** What a feature hands to the composition root: its routes, and its background jobs. */
export type Feature<Deps> = {
  routes(app: FastifyInstance, deps: Deps): void;
  jobs(deps: Deps): Queue<never>[];
};

type Takes<Deps> = (deps: Deps) => void;
type TakenBy<Register> = Register extends (app: FastifyInstance, deps: infer Deps) => void
  ? Takes<Deps>
  : never;
/** The dependencies of all of these functions together. */
type DepsOf<Registers> = [TakenBy<Registers>] extends [Takes<infer Deps>] ? Deps : never;

/** Puts the entries of a feature together; its dependencies are those of all of them. */
export function feature<
  Routes extends readonly ((app: FastifyInstance, deps: never) => void)[] = [],
  JobsDeps = unknown,
>(parts: {
  routes?: Routes;
  jobs?: (deps: JobsDeps) => Queue<never>[];
}): Feature<DepsOf<Routes[number]> & JobsDeps> {
  return {
    routes(app, deps) {
      for (const register of parts.routes ?? []) register(app, deps as never);
    },
    jobs: (deps) => parts.jobs?.(deps) ?? [],
  };
}
