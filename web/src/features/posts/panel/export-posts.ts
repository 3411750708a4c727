import { call } from '../../../api/client.ts';
import { problemOf } from '../../../api/problem.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { ownPostsStrings as strings } from '../compose/own-posts.strings.ts';

/** Downloads the person's posts of all accounts as a CSV file. */
export async function exportPosts(): Promise<void> {
  try {
    const csv = await call('GET /api/posts/export');
    saveFile(`drumbeat-posts-${new Date().toISOString().slice(0, 10)}.csv`, csv);
    notify.success(strings.exported);
  } catch (error) {
    const { text, requestId } = problemOf(error, strings.notExported);
    notify.error(text, { requestId });
  }
}
