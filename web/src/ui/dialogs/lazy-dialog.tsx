import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ProgressLine } from '../feedback/ProgressLine.tsx';
import { CodeMissing } from './CodeMissing.tsx';

type Options = {
  /** The error message if its code fails to load. */
  what?: string;
  /** Shown while its code is loading. */
  waiting?: ReactNode;
};
/** `preload` loads the code. Spread `near` on the button that opens it, to preload on hover and focus. */
type LazyDialog<P> = ((props: P) => ReactNode) & {
  preload: () => void;
  near: { onPointerEnter: () => void; onFocus: () => void };
};

/**
 * A dialog or other component whose code is loaded when it is first shown. Without an `opened` prop it counts as shown
 * whenever it is rendered. If loading fails it says so: in a dialog if it has `onClose`, otherwise in its place.
 *
 *     const ConnectModal = lazyDialog(async () => (await import('./ConnectModal.tsx')).ConnectModal);
 *     <Button {...ConnectModal.near} …>
 */
export function lazyDialog<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { what, waiting = <ProgressLine /> }: Options = {},
): LazyDialog<P> {
  const code = new Code(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, at the top of a module
  function LazyDialog(props: P) {
    const { isOpened, wasOpened } = useOpened(props);
    const { hasFailed, retry } = useCode(code, isOpened);
    if (wasOpened && code.component) return <code.component {...props} />;
    if (!isOpened) return null;
    if (!hasFailed) return waiting;
    const onClose = 'onClose' in props ? (props.onClose as () => void) : undefined;
    return <CodeMissing what={what} onRetry={retry} onClose={onClose} />;
  }
  const preload = (): void => void code.fetch().catch(() => undefined);
  return Object.assign(LazyDialog, { preload, near: { onPointerEnter: preload, onFocus: preload } });
}

/** Component code that is loaded once, on first use; after a failure the next use tries again. */
class Code<P> {
  component: ComponentType<P> | null = null;
  private readonly load: () => Promise<ComponentType<P>>;
  private coming: Promise<void> | null = null;

  constructor(load: () => Promise<ComponentType<P>>) {
    this.load = load;
  }

  fetch(): Promise<void> {
    this.coming ??= this.fetchAnew();
    return this.coming;
  }

  private async fetchAnew(): Promise<void> {
    try {
      await renewStyles();
      this.component = await this.load();
    } catch (error) {
      this.coming = null;
      throw error;
    }
  }
}

/** Whether it is open, and whether it ever was: it stays mounted, so that the closing animation runs. */
function useOpened(props: object): { isOpened: boolean; wasOpened: boolean } {
  const isOpened = !('opened' in props) || props.opened === true;
  const [wasOpened, setOpened] = useState(isOpened);
  if (isOpened && !wasOpened) setOpened(true);
  return { isOpened, wasOpened };
}

/** Loads the code when it is needed, and re-renders when it has loaded or failed. */
function useCode<P>(code: Code<P>, isNeeded: boolean): { hasFailed: boolean; retry: () => void } {
  const [state, setState] = useState<'waiting' | 'there' | 'failed'>('waiting');
  if (!isNeeded && state === 'failed') setState('waiting');
  const isAwaited = isNeeded && state === 'waiting' && code.component === null;
  useEffect(() => {
    if (!isAwaited) return;
    let isGone = false;
    const turn = (to: 'there' | 'failed') => () => (isGone ? undefined : setState(to));
    code.fetch().then(turn('there'), turn('failed'));
    return () => {
      isGone = true;
    };
  }, [code, isAwaited]);
  return { hasFailed: state === 'failed', retry: () => setState('waiting') };
}

const failedStyles = new Set<HTMLLinkElement>();
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  },
  { capture: true },
);

/** Reloads style sheets that failed to load; the bundler's import would skip them from then on. */
async function renewStyles(): Promise<void> {
  const failed = [...failedStyles].filter(({ isConnected }) => isConnected);
  failedStyles.clear();
  await Promise.all(
    failed.map((old) => {
      const link = old.cloneNode() as HTMLLinkElement;
      old.replaceWith(link);
      return new Promise((done, fail) => {
        link.addEventListener('load', done);
        link.addEventListener('error', fail);
      });
    }),
  );
}
