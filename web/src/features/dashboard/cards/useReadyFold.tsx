/** If there are posts, the card that generates more collapses to a line; a button expands it. */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { usageQuery } from '../../generation/generation.query.ts';
import { dashboardStrings } from '../dashboard.strings.ts';
import type { useDashboard } from '../useDashboard.ts';
import { type Folded, readyLine } from './folded.rules.ts';

export type ReadyFold = {
  /** Whether the card is collapsed by default. */
  folds: boolean;
  isOpen: boolean;
  /** The text shown instead of the card; null while the card is shown. */
  line: Folded | null;
  /** The card's id, for the button that expands it. */
  cardId: string;
  toggle: () => void;
};

export function useReadyFold(shown: ReturnType<typeof useDashboard>): ReadyFold {
  const { action, account, user, already } = shown;
  const hasPosts = account !== undefined && (shown.posts.data?.length ?? 0) > 0;
  const folds = hasPosts && action === 'ready';
  const [openFor, setOpenFor] = useState<string | null>(null);
  const isOpen = folds && openFor === account.id;
  // Collapses again once posts are being generated, or for another account.
  if (openFor !== null && !isOpen) setOpenFor(null);
  const usage = useQuery({ ...usageQuery(account?.id ?? ''), enabled: folds });
  const cardId = useId();
  useFocusInside(cardId, isOpen);

  let line: Folded | null = null;
  if (hasPosts && action === 'checking') line = { text: dashboardStrings.checking, offersPlans: false };
  if (folds && !isOpen) line = readyLine(user.isInTrial, already, usage.data?.remaining);
  return {
    folds,
    isOpen,
    line,
    cardId,
    toggle: () => setOpenFor(isOpen || !folds ? null : account.id),
  };
}

/** The expanded card takes focus: its first choice, or else its button. */
function useFocusInside(id: string, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const choices = 'input:not([type="radio"]), input:checked, select, button';
    document.getElementById(id)?.querySelector<HTMLElement>(choices)?.focus();
  }, [id, isOpen]);
}

/** Expands and collapses the card that generates posts. */
export function UnfoldButton({ ready }: { ready: ReadyFold }) {
  const { isOpen, cardId, toggle } = ready;
  return (
    <Button
      size="sm"
      variant={isOpen ? 'default' : 'filled'}
      aria-expanded={isOpen}
      aria-controls={isOpen ? cardId : undefined}
      onClick={toggle}
    >
      {isOpen ? 'Not now' : 'Generate posts…'}
    </Button>
  );
}
