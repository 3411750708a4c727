/**
 * The sources of the claims in a text: 'Supported by: $19 – Pro costs $19 a month'. Renders nothing without sources.
 *
 *     <SourceLinks text={draft.content} sources={draft.sources ?? []} />
 *
 * While the text is being edited, only claims that it still contains are listed.
 */
import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import { strings } from './facts.strings.ts';
import styles from './SourceLinks.module.css';

type Props = { text: string; sources: readonly PostSource[] };

export function SourceLinks({ text, sources }: Props) {
  const shown = sources.filter(({ claim }) => text.includes(claim));
  if (shown.length === 0) return null;
  return (
    <section className={styles.sources} aria-label={strings.supportedBy}>
      <span>{strings.supportedBy}:</span>
      <ul>
        {shown.map(({ claim, sourceId, label, url }) => (
          <li key={`${sourceId} ${claim}`}>
            <strong>{claim}</strong> –{' '}
            {url ? (
              <a href={url} target="_blank" rel="noopener noreferrer nofollow">
                {label}
              </a>
            ) : (
              label
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
