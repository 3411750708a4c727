import type { AnchorHTMLAttributes } from 'react';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  /** Opens the sign-up form of the sign-in screen; the URL does not change. */
  signUp?: boolean;
};

/** A link off the landing page, handled by `enlivenLanding`; without a script it is an ordinary link. */
export function Leave({ to, signUp = false, ...rest }: Props) {
  return <a {...rest} href={to} data-leave={signUp ? 'sign-up' : ''} />;
}
