import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { CodeMissing } from './CodeMissing.tsx';
import { ProgressLine } from './ProgressLine.tsx';

type Options = {
  /** What could not be loaded, where its code does not come. */
  what?: string;
  /** Shown while its code is on its way. */
  waiting?: ReactNode;
};
/** `preload` fetches the code. `near` does so for the button that opens it, on pointer and focus: it opens at once. */
type LazyDialog<P> = ((props: P) => ReactNode) & {
  preload: () => void;
  near: { onPointerEnter: () => void; onFocus: () => void };
};

/**
 * A dialog, or another part, whose code comes when it is first shown. One without `opened` is shown whenever it is
 * drawn. Where its code cannot be fetched it says so: over the page if it has `onClose`, in its place otherwise.
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

/** A component that is fetched once, by whoever asks first; after a failure the next one asks again. */
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

/** Whether it is open, and whether it ever was: it stays drawn, so that closing is drawn, too. */
function useOpened(props: object): { isOpened: boolean; wasOpened: boolean } {
  const isOpened = !('opened' in props) || props.opened === true;
  const [wasOpened, setOpened] = useState(isOpened);
  if (isOpened && !wasOpened) setOpened(true);
  return { isOpened, wasOpened };
}

/** Fetches the code when it is needed and draws anew when it is there, or when it did not come. */
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

/** Asks again for style sheets that failed to load; the bundler's import would leave them out from then on. */
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
