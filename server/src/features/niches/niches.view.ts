import type { Niche } from '@drumbeat/contract/niches.ts';
import type { NicheRecord } from './niches.types.ts';

export function nicheView(niche: NicheRecord): Niche {
  return {
    id: String(niche.id),
    name: niche.name,
    parent_id: niche.parentId === null ? null : String(niche.parentId),
  };
}
