import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * A dialog whose code comes when it is first shown. One without `opened` is shown whenever it is drawn.
 *
 *     const ConnectModal = lazyDialog(async () => (await import('./ConnectModal.tsx')).ConnectModal);
 */
export function lazyDialog<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  const Loaded = lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, at the top of a module
  return function LazyDialog(props: P) {
    const isOpened = !('opened' in props) || props.opened === true;
    // Stays once it was shown, so that closing is drawn, too.
    const [wasOpened, setOpened] = useState(isOpened);
    if (isOpened && !wasOpened) setOpened(true);
    if (!wasOpened) return null;
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
