import { z } from 'zod';
import { defineCall } from '../call.ts';
import { instant, reason } from '../common.ts';
import { jsonValue, longText, nextPage, readVersion, savedVersion, versionsPage } from '../versions.ts';

const tag = 'flags';
const access = 'staff';

export const FLAG_DESCRIPTION_MAX = 500;

/** A feature flag that staff set; its value is any JSON. */
export const flag = z.object({
  key: z.string(),
  value: z.unknown(),
  description: z.string(),
  version: z.int(),
  updated_at: instant,
});
export type Flag = z.infer<typeof flag>;

const byKey = z.object({
  key: z.string().regex(/^[a-z0-9_]{1,64}$/, 'A key has up to 64 small letters, digits and underscores.'),
});

export const listFlags = defineCall({
  method: 'GET',
  path: '/api/admin/flags',
  tag,
  access,
  summary: 'Every flag, by key',
  response: z.object({ flags: z.array(flag) }),
});

export const saveFlag = defineCall({
  method: 'PUT',
  path: '/api/admin/flags/:key',
  tag,
  access,
  summary:
    'Sets a flag, a new one too; without a value it is null. Without a description the former one stays',
  params: byKey,
  body: z.object({
    value: jsonValue.optional(),
    description: longText(FLAG_DESCRIPTION_MAX).optional(),
    version: readVersion,
    reason,
  }),
  response: z.object({ flag }),
});

export const listFlagVersions = defineCall({
  method: 'GET',
  path: '/api/admin/flags/:key/versions',
  tag,
  access,
  summary: 'What a flag was, newest first',
  params: byKey,
  query: versionsPage,
  response: z.object({
    versions: z.array(
      savedVersion.extend({ content: z.object({ value: z.unknown(), description: z.string() }) }),
    ),
    nextPage,
  }),
});
