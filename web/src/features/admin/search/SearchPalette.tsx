import '@mantine/spotlight/styles.layer.css';
import type { SearchHit } from '@drumbeat/contract/admin/search.ts';
import { staffMay } from '@drumbeat/contract/staff-roles.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { describeError } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { consolePath, customerPath } from '../../../base/paths.ts';
import { useSensitive } from '../../console/sensitive.ts';
import { useStaff } from '../../console/staff.query.ts';
import styles from '../admin.module.css';
import { sections } from '../sections.tsx';

const [store, spotlight] = createSpotlight();

const kinds: Record<SearchHit['kind'], string> = {
  customer: 'Customer',
  account: 'X account',
  post: 'Post',
  billing: 'Billing',
  request: 'Request',
  feedback: 'Feedback',
  niche: 'Niche',
};

type Props = { opened: boolean; onClose: () => void };

/** Finds customers and other records by any text, and opens sections. Enter opens the first line. */
export function SearchPalette({ opened, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), 150);
  const search = useSearch(settled);
  const roles = useStaff().data?.roles ?? [];
  const navigate = useNavigate();
  const hits = search.data?.hits ?? [];
  const words = typed.trim().toLowerCase();
  const found = sections.filter(
    ({ title, call }) => staffMay(roles, call) && title.toLowerCase().includes(words),
  );
  const [hit] = hits;
  const [section] = found;
  const pressEnter = useEnter({ typed: typed.trim(), asked: settled }, search.data, () => {
    spotlight.close();
    if (hit) void navigate(hitPath(hit));
    else if (section) void navigate(consolePath(section.id));
  });
  useEffect(() => {
    if (opened) spotlight.open();
    else spotlight.close();
  }, [opened]);
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight={420}
      classNames={{ content: styles.content ?? '', action: styles.action ?? '' }}
    >
      <Spotlight.Search
        aria-label="Search"
        placeholder="Email, @handle, id, post or tweet URL, Stripe id, request id, niche"
        onKeyDown={pressEnter}
      />
      <Spotlight.ActionsList>
        {hits.map((hit) => (
          <Spotlight.Action
            key={`${hit.kind}:${hit.id}`}
            label={hit.title}
            description={hit.detail}
            rightSection={<span className={styles.kind}>{kinds[hit.kind]}</span>}
            onClick={() => void navigate(hitPath(hit))}
          />
        ))}
        {found.length > 0 ? (
          <Spotlight.ActionsGroup label="Go to">
            {found.map(({ id, title }) => (
              <Spotlight.Action key={id} label={title} onClick={() => void navigate(consolePath(id))} />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
      </Spotlight.ActionsList>
      <p className={styles.state} role="status">
        {stateWords({
          typed: typed.trim(),
          asked: settled,
          error: search.error,
          isFetching: search.isFetching,
          lines: hits.length + found.length,
        })}
      </p>
    </Spotlight.Root>
  );
}

function useSearch(q: string) {
  const sensitive = useSensitive();
  return useQuery({
    ...queryOf('GET /api/admin/search', { query: { q, sensitive } }),
    enabled: q !== '',
    staleTime: 0,
  });
}

type Words = { typed: string; asked: string };

type Answer = { hits: SearchHit[]; exact: boolean };

/**
 * Enter with no line selected opens the first one. If pressed before the answer arrives, it opens the hit on
 * arrival, provided that the search is an id with exactly one hit.
 */
function useEnter(words: Words, answer: Answer | undefined, first: () => void) {
  const { typed, asked } = words;
  const [entered, setEntered] = useState<string | null>(null);
  const isDue = answer?.exact === true && entered === asked;
  const latest = useRef(first);
  useEffect(() => {
    latest.current = first;
  });
  useEffect(() => {
    if (!isDue) return;
    setEntered(null);
    latest.current();
  }, [isDue]);
  return (event: KeyboardEvent): void => {
    const chosen = event.currentTarget.closest('[role="dialog"]')?.querySelector('[data-selected]');
    if (event.key !== 'Enter' || chosen || typed === '') return;
    if (answer && asked === typed) first();
    else setEntered(typed);
  };
}

type State = Words & { error: unknown; isFetching: boolean; lines: number };

function stateWords({ typed, asked, error, isFetching, lines }: State): string {
  if (error) return describeError(error, 'Search failed');
  if (typed !== asked || isFetching) return 'Searching…';
  if (typed !== '' && lines === 0) return 'Nothing found.';
  return '';
}

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
