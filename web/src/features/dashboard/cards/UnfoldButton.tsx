import { Button } from '@mantine/core';
import type { ReadyFold } from './useReadyFold.ts';

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
