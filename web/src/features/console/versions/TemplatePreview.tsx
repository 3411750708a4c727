import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { StaffError } from '../StaffError.tsx';
import { jsonOf, variablesFault, variablesOf } from './json.rules.ts';
import styles from './VersionedEditor.module.css';
import type { Values } from './VersionedEditor.tsx';
import { strings } from './versioned.strings.ts';

type Props<T> = {
  /** The cache key of the previews. */
  name: string;
  values: Values;
  /** Has the server render the typed text with these values for its variables. */
  draw: (values: Values, variables: Record<string, unknown>) => Promise<T>;
  show: (drawn: T) => ReactNode;
  fallback: string;
  /** More actions on the typed text and these values. */
  children?: (variables: Record<string, unknown>) => ReactNode;
};

/** A preview of the typed text, updated half a second after the last key press. Test values are not saved. */
export function TemplatePreview<T>({ name, values, draw, show, fallback, children }: Props<T>) {
  const [tried, setTried] = useState('');
  const given = jsonOf(tried);
  const isObject = given === null || (typeof given === 'object' && !Array.isArray(given));
  const defaults = variablesOf(values.variables ?? '').flatMap((each) =>
    each.default === undefined ? [] : [[each.name, each.default]],
  );
  const variables = { ...Object.fromEntries(defaults), ...(isObject ? (given ?? {}) : {}) };
  const [settled] = useDebouncedValue(JSON.stringify({ values, variables }), 500);
  const drawn = useQuery({
    queryKey: ['preview', name, settled],
    queryFn: () => {
      const asked = JSON.parse(settled) as { values: Values; variables: Record<string, unknown> };
      return draw(asked.values, asked.variables);
    },
    enabled: variablesFault(values.variables ?? '') === undefined,
    placeholderData: keepPreviousData,
    retry: false,
    // Only typing renders again; an automatic refetch would count as the person's activity.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <section aria-label={strings.preview} className={styles.beside}>
      <p className={styles.what}>{strings.preview}</p>
      {drawn.isError ? <StaffError error={drawn.error} fallback={fallback} /> : null}
      {drawn.data !== undefined && !drawn.isError ? show(drawn.data) : null}
      <Textarea
        size="xs"
        label={strings.tried}
        placeholder='{"name": "Ada"}'
        value={tried}
        onChange={(event) => setTried(event.currentTarget.value)}
        error={isObject ? null : strings.triedFault}
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        classNames={{ input: styles.source ?? '' }}
      />
      {children?.(variables)}
    </section>
  );
}
