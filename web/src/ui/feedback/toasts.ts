/**
 * Short messages at the edge of the screen. `ToastList.tsx` shows them and takes them away.
 *
 *     notify.success('X account connected successfully!');
 *     notify.error(describeError(error, 'Failed to save.'), { requestId: requestIdOf(error) });
 *     notify.alert('Please sign in to continue.');   // urgent, but nothing failed: no request id
 *     notify.success('Post moved.', { action: { label: 'Undo', press: undo } });   // stays longer
 *
 * An error shows the id of the last request unless another is given.
 */
export type ToastTone = 'success' | 'error' | 'alert' | 'info';
type ToastAction = { label: string; press: () => void };
export type Toast = {
  id: string;
  tone: ToastTone;
  message: string;
  requestId: string | undefined;
  /** An optional button; pressing it dismisses the toast. */
  action: ToastAction | undefined;
  /** How often this message was sent while visible: equal toasts are shown as one. */
  times: number;
};

const MOST = 4;

let shown: readonly Toast[] = [];
let lastRequest: () => string | undefined = () => undefined;
const listeners = new Set<() => void>();

function show(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

type Extras = { requestId?: string | undefined; action?: ToastAction | undefined };

function add(tone: ToastTone, message: string, { requestId, action }: Extras = {}): void {
  const id = `${tone} ${message}`;
  const times = (shown.find((toast) => toast.id === id)?.times ?? 0) + 1;
  const others = shown.filter((toast) => toast.id !== id);
  show([...others, { id, tone, message, requestId, action, times }].slice(-MOST));
}

export const notify = {
  success: (message: string, extras?: Pick<Extras, 'action'>): void => add('success', message, extras),
  info: (message: string): void => add('info', message),
  alert: (message: string): void => add('alert', message),
  error: (message: string, { requestId = lastRequest() }: Pick<Extras, 'requestId'> = {}): void =>
    add('error', message, { requestId }),
};

export function dismissToast(id: string): void {
  show(shown.filter((toast) => toast.id !== id));
}

/** Sets where to read the id of the last request. Called once at startup. */
export function quoteRequestsFrom(source: () => string | undefined): void {
  lastRequest = source;
}

export function currentToasts(): readonly Toast[] {
  return shown;
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
