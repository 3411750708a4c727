import type { Voice } from '@drumbeat/contract/voice/voice.ts';
import { keyOf, queryClient, queryOf } from '../../api/query.ts';

export function voiceQuery(accountId: string) {
  return queryOf('GET /api/voice', { query: { twitterAccountId: accountId } });
}

/** Caches a voice that a call returned, and compares texts with it again. */
export function rememberVoice(accountId: string, voice: Voice): void {
  queryClient.setQueryData(voiceQuery(accountId).queryKey, voice);
  void queryClient.invalidateQueries({ queryKey: keyOf('POST /api/voice/nearness') });
}
