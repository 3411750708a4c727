import nicheNames from '@drumbeat/contract/niches/niche-names.json' with { type: 'json' };
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { RadioChip } from '../../ui/buttons/RadioChip.tsx';
import styles from './auth.module.css';
import { strings } from './auth.strings.ts';

type Props = {
  value: string;
  onChange: (niche: string) => void;
  help?: string;
  /** Shown if nothing matches. */
  none?: string;
  label?: string;
  /** Whether to show niches before anything is typed. */
  suggest?: boolean;
};

const MIN_QUERY = 2;
const DEBOUNCE_MS = 250;
const RESULT_LIMIT = 20;
const SUGGESTION_LIMIT = 8;

/** A search box with chips: suggestions at first, matches from two characters on. Chips are radio buttons. */
export function NichePicker(props: Props) {
  const { value, onChange, help = strings.nicheHelp, none = strings.nicheNone } = props;
  const { label = strings.niche, suggest = true } = props;
  const name = useId();
  const [query, setQuery] = useState('');
  const [asked] = useDebouncedValue(query.trim(), DEBOUNCE_MS);
  const { data, isError, isPlaceholderData } = useNiches(asked, suggest);
  const found = isError ? offlineNiches(asked) : (data ?? []);
  const searching = isSearch(query) && isSearch(asked);
  const shown = searching ? found : suggestions(found, value);
  const nothing = searching && !isPlaceholderData && !isError && shown.length === 0;

  function chooseFirst(event: KeyboardEvent): void {
    if (event.key === 'Enter' && searching && shown[0]) onChange(shown[0]);
  }
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.label}>
        {label}: <strong>{value}</strong>
      </legend>
      <p className={styles.help}>{help}</p>
      <TextInput
        type="search"
        aria-label={strings.nicheSearch}
        placeholder={strings.nicheSearch}
        leftSection={<Search size={16} aria-hidden />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={chooseFirst}
        autoComplete="off"
        maxLength={80}
      />
      <div
        className={styles.chips}
        role="radiogroup"
        aria-label={searching ? strings.nicheResults : strings.nicheSuggested}
      >
        {shown.map((niche) => (
          <RadioChip
            key={niche}
            name={name}
            value={niche}
            label={niche}
            checked={niche === value}
            onChoose={() => onChange(niche)}
          />
        ))}
        <p className={styles.help} role="status">
          {nothing ? none : ''}
          {isError && found.length === 0 ? strings.nicheFailed : ''}
        </p>
      </div>
    </fieldset>
  );
}

function useNiches(query: string, suggest: boolean) {
  return useQuery({
    ...(isSearch(query)
      ? queryOf('GET /api/niches/search', { query: { query, limit: RESULT_LIMIT } })
      : queryOf('GET /api/niches/popular')),
    select: ({ results }) => results.map((niche) => niche.name),
    enabled: suggest || isSearch(query),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  });
}

/** Whether this is enough to search for. */
export function isSearch(query: string): boolean {
  return query.trim().length >= MIN_QUERY;
}

/** Matches from the list of a new installation, for when the server cannot be reached. */
export function offlineNiches(query: string): string[] {
  if (!isSearch(query)) return [...nicheNames];
  const asked = query.trim().toLowerCase();
  const found = nicheNames.filter((name) => name.toLowerCase().includes(asked));
  const first = found.filter((name) => name.toLowerCase().startsWith(asked));
  return [...new Set([...first, ...found])].slice(0, RESULT_LIMIT);
}

/** The chips for queries below two characters: at most eight, always including the selected one. */
export function suggestions(popular: readonly string[], chosen: string): string[] {
  const first = popular.slice(0, SUGGESTION_LIMIT);
  return first.includes(chosen) ? first : [chosen, ...first.slice(0, SUGGESTION_LIMIT - 1)];
}
