/** Shown beside a draft with a link: what X charges for it. */
import { formatMicros, xPrices } from '@drumbeat/contract/costs/costs.rules.ts';
import { containsUrl } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { strings } from './costs.strings.ts';
import styles from './LinkNote.module.css';

export function LinkSign({ content }: { content: string }) {
  if (!containsUrl(content)) return null;
  return (
    <span className={styles.sign} title={strings.linkTitle}>
      Link, {formatMicros(xPrices.post_with_link)}
    </span>
  );
}
