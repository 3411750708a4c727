import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { call } from '../../api/client.ts';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { publishingStrings as strings } from './publishing.strings.ts';

const LINK_AFTER_MS = 1_000;

/** Posts the test tweet shown for `at`, and shows the result in toasts; the link follows a second later. */
export async function sendTestTweet(
  account: Pick<XAccount, 'needs_reconnect'> | undefined,
  at?: string,
): Promise<void> {
  if (!account || account.needs_reconnect) return notify.error(strings.connectFirst);
  notify.info(strings.testSending);
  try {
    const { tweetUrl } = await call('POST /api/test-tweet', { body: at === undefined ? {} : { at } });
    notify.success(strings.testPosted);
    setTimeout(() => notify.info(strings.testLink(tweetUrl)), LINK_AFTER_MS);
  } catch (error) {
    const message = describeError(error, 'Something unexpected happened.');
    notify.error(strings.testFailed(message), { requestId: requestIdOf(error) });
  }
}
