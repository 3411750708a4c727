import { requestIdOf, serverMessageOf } from '../../api/errors.ts';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';

type Props = { error: unknown; fallback: string; onRetry?: () => unknown };

/** The error of a section: the server's message, or else the fallback. */
export function StaffError({ error, fallback, onRetry }: Props) {
  return (
    <ErrorBox
      what={serverMessageOf(error, fallback)}
      requestId={requestIdOf(error)}
      onRetry={onRetry ? () => void onRetry() : undefined}
    />
  );
}
