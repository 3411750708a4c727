import { staffMay } from '@drumbeat/contract/staff-roles.ts';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page } from '../../ui/layout/Page.tsx';
import styles from '../console/console.module.css';
import { useStaff } from '../console/staff.query.ts';
import { CreditsBanner } from '../costs/CreditsBanner.tsx';
import { AdminGate } from './AdminGate.tsx';
import { strings } from './admin.strings.ts';
import { StaffBar } from './StaffBar.tsx';
import { sections } from './sections.tsx';

export function AdminPage() {
  return (
    <AdminGate>
      <Console />
    </AdminGate>
  );
}

/** The console with the sections that this member of staff may use. */
function Console() {
  const roles = useStaff().data?.roles ?? [];
  const { isOpen, toggle } = useOpenSections();
  return (
    <Page title={strings.title} actions={<StaffBar />} dense>
      <CreditsBanner roles={roles} />
      {sections
        .filter(({ call }) => staffMay(roles, call))
        .map(({ id, title, Content }) => (
          <ConsoleSection
            key={id}
            id={id}
            title={title}
            isOpen={isOpen(id)}
            onToggle={(to) => toggle(id, to)}
          >
            <Content />
          </ConsoleSection>
        ))}
    </Page>
  );
}

type SectionProps = {
  id: string;
  title: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A collapsible section of the console. Its content is rendered, and so loaded, only while it is open. */
function ConsoleSection({ id, title, isOpen, onToggle, children }: SectionProps) {
  return (
    <details
      id={id}
      className={styles.section}
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary>
        <ChevronRight size={16} aria-hidden className={styles.chevron} />
        <h2>{title}</h2>
      </summary>
      {isOpen ? <div className={styles.body}>{children}</div> : null}
    </details>
  );
}

const KEY = 'consoleSections';

function readOpen(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : ['overview'];
  } catch {
    return ['overview'];
  }
}

/**
 * Which sections are open, remembered on this device. A URL with `open=audit` also opens that section and
 * scrolls to it, so the page must use each section's id as its element id.
 */
function useOpenSections(): {
  isOpen: (id: string) => boolean;
  toggle: (id: string, to: boolean) => void;
} {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('open');
  const [open, setOpen] = useState(readOpen);
  const shown = asked && !open.includes(asked) ? [...open, asked] : open;

  useEffect(() => {
    if (asked) document.getElementById(asked)?.scrollIntoView({ block: 'start' });
  }, [asked]);

  function toggle(id: string, to: boolean): void {
    if (shown.includes(id) === to) return;
    const after = to ? [...shown, id] : shown.filter((each) => each !== id);
    localStorage.setItem(KEY, JSON.stringify(after));
    setOpen(after);
    if (asked !== id || to) return;
    setQuery(
      (before) => {
        const rest = new URLSearchParams(before);
        rest.delete('open');
        return rest;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return { isOpen: (id) => shown.includes(id), toggle };
}
