import { Spinner } from '../../ui/Spinner.tsx';

/** Screens whose frame depends on what is not known yet begin with the mark. */
export function MarkBoot() {
  return <Spinner now />;
}
