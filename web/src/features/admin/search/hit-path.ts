import type { SearchHit } from '@drumbeat/contract/admin/search.ts';
import { consolePath, customerPath } from '../../../base/paths.ts';

/** The path that shows a search hit. */
export function hitPath({ kind, id, title, customerId }: SearchHit): string {
  switch (kind) {
    case 'post':
      return customerPath(customerId ?? '', { tab: 'posts', post: id });
    case 'billing':
      return customerPath(customerId ?? '', { tab: 'billing' });
    case 'customer':
    case 'account':
      return customerPath(customerId ?? '');
    case 'request':
      return consolePath('audit', { q: id });
    case 'feedback':
      return consolePath('feedback', { q: id });
    case 'niche':
      return consolePath('niches', { q: title });
  }
}
