/** The facts of an account: typed or pasted one per line, edited and deleted in place. */
import { FACTS_MOST } from '@drumbeat/contract/facts/facts.rules.ts';
import type { Fact } from '@drumbeat/contract/facts/facts.ts';
import { useState } from 'react';
import { Section } from '../../ui/layout/Section.tsx';
import { AddFacts } from './AddFacts.tsx';
import { FactRow } from './FactRow.tsx';
import styles from './facts.module.css';
import { strings } from './facts.strings.ts';

export function FactSheet({ accountId, facts }: { accountId: string; facts: readonly Fact[] }) {
  const [editing, setEditing] = useState<string | null>(null);
  return (
    <Section title={strings.sheet} lead={strings.counted(facts.length)}>
      <AddFacts accountId={accountId} isFull={facts.length >= FACTS_MOST} />
      {facts.length === 0 ? (
        <p className={styles.empty}>{strings.empty}</p>
      ) : (
        <ul className={styles.list} aria-label={strings.list}>
          {facts.map((fact) => (
            <FactRow
              key={fact.id}
              fact={fact}
              accountId={accountId}
              isEditing={editing === fact.id}
              onEdit={() => setEditing(fact.id)}
              onEnd={() => setEditing(null)}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
