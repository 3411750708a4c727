import { Button } from '@mantine/core';
import type { ReadyFold } from './useReadyFold.ts';

/** Unfolds the card that generates posts, and folds it again. */
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
