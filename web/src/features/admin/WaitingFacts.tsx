import { Skeleton } from '../../ui/feedback/Skeletons.tsx';
import { Facts } from '../console/Facts.tsx';

/** Placeholders of the same height as the facts being loaded, so that nothing below them moves. */
export function WaitingFacts({ label, of }: { label: string; of: readonly string[] }) {
  return (
    <div role="status">
      <span className="visually-hidden">{label}</span>
      <Facts facts={of.map((name) => [name, <Skeleton key={name} width={72} />])} />
    </div>
  );
}
