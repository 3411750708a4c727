import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** After a navigation, announces the new screen's title to screen readers and moves focus to its start. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    const timer = setTimeout(() => {
      setTitle(document.title);
      const main = document.querySelector('main');
      const active = document.activeElement;
      if (!main || (active && active !== document.body && main.contains(active))) return;
      main.tabIndex = -1;
      main.focus({ preventScroll: true });
    }, 100);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <div className="visually-hidden" role="status">
      {title}
    </div>
  );
}
