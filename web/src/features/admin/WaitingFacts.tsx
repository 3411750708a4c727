import { Skeleton } from '../../ui/Skeletons.tsx';
import { Facts } from '../console/Facts.tsx';

/** Facts whose values are on their way: as high as they will be, so that nothing below them moves. */
export function WaitingFacts({ label, of }: { label: string; of: readonly string[] }) {
  return (
    <div role="status">
      <span className="visually-hidden">{label}</span>
      <Facts facts={of.map((name) => [name, <Skeleton key={name} width={72} />])} />
    </div>
  );
}
