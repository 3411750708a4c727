import type { SavedVersion } from '@drumbeat/contract/versions.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useCurrentUser } from '../../../api/query.ts';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { TimeText } from '../../../ui/time/TimeText.tsx';
import { StaffError } from '../StaffError.tsx';
import styles from './VersionedEditor.module.css';
import { Changes, type Values } from './VersionedEditor.tsx';
import { strings } from './versioned.strings.ts';

type Former = SavedVersion & { values: Values };

type Props = {
  list: Pick<UseQueryResult<readonly Former[]>, 'data' | 'error' | 'isError' | 'refetch'>;
  fields: ComponentProps<typeof Changes>['fields'];
  /** The current values of the fields. */
  now: Values;
  onBringBack: (values: Values) => void;
};

/** Who saved what and why; each version can be compared with the fields and put into them. */
export function VersionHistory({ list, fields, now, onBringBack }: Props) {
  const [compared, setCompared] = useState<number | null>(null);
  const { timeZone } = useCurrentUser();
  return (
    <section aria-label={strings.history}>
      <p className={styles.what}>{strings.history}</p>
      {list.isError ? (
        <StaffError error={list.error} fallback={strings.historyFailed} onRetry={list.refetch} />
      ) : null}
      {list.data?.length === 0 ? <p className={styles.muted}>{strings.noHistory}</p> : null}
      {list.data?.map((each) => (
        <div key={each.version}>
          <div className={styles.version}>
            <span>Version {each.version}</span>
            <span>{stateOf(each)}</span>
            <span className={styles.muted}>
              {each.saved_by ?? strings.byProgram}, <TimeText iso={each.saved_at} timeZone={timeZone} />
            </span>
            {each.reason ? <span className={styles.muted}>{each.reason}</span> : null}
            <TextButton
              onClick={() => setCompared(compared === each.version ? null : each.version)}
              aria-label={`${compared === each.version ? strings.hide : strings.compare} version ${each.version}`}
            >
              {compared === each.version ? strings.hide : strings.compare}
            </TextButton>
            <TextButton
              onClick={() => onBringBack(each.values)}
              aria-label={`${strings.bringBack} version ${each.version}`}
            >
              {strings.bringBack}
            </TextButton>
          </div>
          {compared === each.version ? <Changes fields={fields} before={now} after={each.values} /> : null}
        </div>
      ))}
    </section>
  );
}

function stateOf(version: SavedVersion): string {
  if (version.is_withdrawal) return strings.withdrawn;
  return version.is_published ? strings.published : strings.draft;
}
