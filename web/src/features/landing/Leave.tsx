import { type AnchorHTMLAttributes, createContext, type MouseEvent, use } from 'react';

/** How the landing page goes to another screen: by the router if there is one, else by starting the app there. */
export type Go = (path: string, state?: object) => void;
export const LeaveContext = createContext<Go>((path) => window.location.assign(path));

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string; state?: object };

/** A link off the landing page. A plain anchor that leaves new tabs and downloads to the browser. */
export function Leave({ to, state, ...rest }: Props) {
  const go = use(LeaveContext);
  function follow(event: MouseEvent): void {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!plain || event.defaultPrevented) return;
    event.preventDefault();
    go(to, state);
  }
  return <a {...rest} href={to} onClick={follow} />;
}
