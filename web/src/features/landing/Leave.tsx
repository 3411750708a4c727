import type { AnchorHTMLAttributes } from 'react';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  /** Asks the sign-in screen for its other form; the address stays plain. */
  signUp?: boolean;
};

/** A link off the landing page, which `enlivenLanding` follows; without a script it is an ordinary link. */
export function Leave({ to, signUp = false, ...rest }: Props) {
  return <a {...rest} href={to} data-leave={signUp ? 'sign-up' : ''} />;
}
