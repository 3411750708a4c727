import { z } from 'zod';
import { defineCall } from './call.ts';

export const getHealth = defineCall({
  method: 'GET',
  path: '/api/health',
  tag: 'health',
  access: 'public',
  summary: 'The process answers',
  response: z.object({ status: z.literal('alive') }),
});

export const getReadiness = defineCall({
  method: 'GET',
  path: '/api/health/ready',
  tag: 'health',
  access: 'public',
  summary:
    'Database, migrations, a living worker, nothing stopped or overdue; 503 UNAVAILABLE names what is not right',
  response: z.object({
    status: z.literal('ready'),
    checks: z.object({
      database: z.literal('ok'),
      migrations: z.literal('ok'),
      worker: z.literal('ok'),
      publishing: z.literal('ok'),
      overdue: z.literal('ok'),
    }),
    /** How late the oldest publishable post is, in seconds; 0 if none is late. */
    oldestOverdueSeconds: z.number(),
    /** Problems that do not stop anything from working, as sentences. */
    warnings: z.array(z.string()),
  }),
});

export const getFullHealth = defineCall({
  method: 'GET',
  path: '/api/health/full',
  tag: 'health',
  access: 'staff',
  summary: 'What readiness checks, each by name, with the environment; answers also while something is wrong',
  response: z.object({
    status: z.enum(['healthy', 'unhealthy']),
    /** For example `production`, or `development, sandbox` if the providers are simulated. */
    environment: z.string(),
    database: z.string(),
    /** The result of each check by name: `ok`, or what is wrong. */
    checks: z.record(z.string(), z.string()),
    /** How late the oldest publishable post is, in seconds; 0 if none is late. */
    oldestOverdueSeconds: z.number(),
    /** Problems that do not stop anything from working, as sentences. */
    warnings: z.array(z.string()),
  }),
});
