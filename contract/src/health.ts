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
    /** Seconds that the oldest post which could go out is late; 0 when none is. */
    oldestOverdueSeconds: z.number(),
    /** What is not right, but keeps nothing from working; in sentences. */
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
    /** For example `production`, or `development, sandbox` where the providers are imitated. */
    environment: z.string(),
    database: z.string(),
    /** `ok`, or what is wrong, by the name of what was checked. */
    checks: z.record(z.string(), z.string()),
    /** Seconds that the oldest post which could go out is late; 0 when none is. */
    oldestOverdueSeconds: z.number(),
    /** What is not right, but keeps nothing from working; in sentences. */
    warnings: z.array(z.string()),
  }),
});
