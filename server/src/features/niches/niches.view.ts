import type { StaffNiche, StaffNicheRequest } from '@drumbeat/contract/niches/niches.admin.ts';
import type { Niche } from '@drumbeat/contract/niches/niches.ts';
import { maskedEmail, maskedText } from '../audit/masks.rules.ts';
import type { NicheRecord, StaffNicheRecord, ToldNicheRequest } from './niches.types.ts';

export function nicheView(niche: NicheRecord): Niche {
  return {
    id: String(niche.id),
    name: niche.name,
    parent_id: niche.parentId === null ? null : String(niche.parentId),
  };
}

export function staffNicheView(niche: StaffNicheRecord): StaffNiche {
  return {
    id: String(niche.id),
    name: niche.name,
    slug: niche.slug,
    is_active: niche.isActive,
    selection_count: niche.selectionCount,
  };
}

export function nicheRequestView(request: ToldNicheRequest, isSensitive: boolean): StaffNicheRequest {
  const textOf = (text: string) => (isSensitive ? text : maskedText(text));
  return {
    id: String(request.id),
    user_id: String(request.userId),
    user_email: isSensitive ? request.userEmail : maskedEmail(request.userEmail),
    name: textOf(request.name),
    notes: request.notes === null ? null : textOf(request.notes),
    created_at: request.createdAt.toISOString(),
    niche_exists: request.nicheExists,
  };
}
