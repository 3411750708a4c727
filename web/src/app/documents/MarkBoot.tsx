import { Spinner } from '../../ui/feedback/Spinner.tsx';

/** For screens whose layout is not known before their code has loaded: only the logo. */
export function MarkBoot() {
  return <Spinner now />;
}
