/**
 * Short messages at the edge of the screen that disappear after 5 seconds (later while hovered).
 *
 *     notify.success('X account connected successfully!');
 *     notify.error(describeError(error, 'Failed to save.'), { requestId: requestIdOf(error) });
 *     notify.alert('Please sign in to continue.');   // urgent, but nothing failed: no request id
 *     notify.success('Post moved.', { action: { label: 'Undo', press: undo } });   // stays 10 seconds
 *
 * An error shows the id of the last request unless another is given.
 */
export type ToastTone = 'success' | 'error' | 'alert' | 'info';
export type ToastAction = { label: string; press: () => void };
export type Toast = {
  id: number;
  tone: ToastTone;
  message: string;
  requestId: string | undefined;
  /** An optional button; pressing it dismisses the toast. */
  action: ToastAction | undefined;
  /** How often this message was sent while visible: equal toasts are shown as one. */
  times: number;
};

export const TOAST_MS = 5000;
/** How long a toast with a button stays. */
export const TOAST_ACTION_MS = 10_000;
const MOST = 4;

let shown: readonly Toast[] = [];
let next = 1;
let lastRequest: () => string | undefined = () => undefined;
const listeners = new Set<() => void>();

function show(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of [...listeners]) listener();
}

type Extras = { requestId?: string | undefined; action?: ToastAction | undefined };

function add(tone: ToastTone, message: string, { requestId, action }: Extras = {}): void {
  const isSame = (toast: Toast): boolean => toast.tone === tone && toast.message === message;
  const times = (shown.find(isSame)?.times ?? 0) + 1;
  const others = shown.filter((toast) => !isSame(toast));
  show([...others, { id: next++, tone, message, requestId, action, times }].slice(-MOST));
}

export const notify = {
  success: (message: string, options: { action?: ToastAction | undefined } = {}): void =>
    add('success', message, options),
  info: (message: string): void => add('info', message),
  alert: (message: string): void => add('alert', message),
  error: (message: string, options: { requestId?: string | undefined } = {}): void =>
    add('error', message, { requestId: options.requestId ?? lastRequest() }),
};

export function dismissToast(id: number): void {
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
