import { notify } from '../../../ui/feedback/toasts.ts';
import { strings } from './two-factor.strings.ts';

/** Copies text to the clipboard and says so, or says that the browser refused. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify.success(done);
  } catch {
    notify.alert(strings.copyFailed);
  }
}
