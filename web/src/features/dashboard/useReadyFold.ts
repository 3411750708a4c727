/** Above posts the card that generates more is a line beside the headline; its button unfolds it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { usageQuery } from '../generation/generation.query.ts';
import { dashboardStrings } from './dashboard.strings.ts';
import { type Folded, readyLine } from './folded.rules.ts';
import type { useDashboard } from './useDashboard.ts';

export type ReadyFold = {
  /** Whether the card is folded until somebody asks for it. */
  folds: boolean;
  isOpen: boolean;
  /** What is said instead of the card; null where the card is shown. */
  line: Folded | null;
  /** The card's id, for the button that unfolds it. */
  cardId: string;
  toggle: () => void;
};

export function useReadyFold(shown: ReturnType<typeof useDashboard>): ReadyFold {
  const { action, account, user, already } = shown;
  const hasPosts = account !== undefined && (shown.posts.data?.length ?? 0) > 0;
  const folds = hasPosts && action === 'ready';
  const [openFor, setOpenFor] = useState<string | null>(null);
  const isOpen = folds && openFor === account.id;
  // Once its posts are being written, or of another account, it is folded again.
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

/** What is unfolded takes the focus: its first choice, else its button. */
function useFocusInside(id: string, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const choices = 'input:not([type="radio"]), input:checked, select, button';
    document.getElementById(id)?.querySelector<HTMLElement>(choices)?.focus();
  }, [id, isOpen]);
}
