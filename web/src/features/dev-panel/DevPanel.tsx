/** Development shortcuts; removed from production builds and ignored by the server. */
import { useEffect } from 'react';
import { type DevFlags, setDevFlag, useDevFlags } from '../../base/dev-flags.ts';
import styles from './DevPanel.module.css';

const switches: readonly { name: keyof DevFlags; label: string; banner: string }[] = [
  { name: 'skipX', label: 'Skip X connection', banner: 'X connection skipped' },
  { name: 'skipPayment', label: 'Skip payment', banner: 'payment skipped' },
  { name: 'verbose', label: 'Verbose logging', banner: 'calls are logged' },
];

/** Logs every API call to the browser's console; returns a function that stops it. */
function logCalls(): () => void {
  const before = window.fetch;
  window.fetch = async (...call) => {
    const started = performance.now();
    const answer = await before(...call);
    const { method, url } = new Request(...call);
    console.info(`${method} ${url}`, answer.status, `${Math.round(performance.now() - started)} ms`);
    return answer;
  };
  return () => {
    window.fetch = before;
  };
}

export function DevPanel() {
  const flags = useDevFlags();
  useEffect(() => (flags.verbose ? logCalls() : undefined), [flags.verbose]);
  const on = switches.filter(({ name }) => flags[name]);
  return (
    <aside className={styles.panel} aria-label="Development">
      {on.length > 0 ? (
        <p className={styles.banner} role="status">
          Development: {on.map(({ banner }) => banner).join(', ')}. The server decides as always.
        </p>
      ) : null}
      <details>
        <summary>Dev panel</summary>
        {switches.map(({ name, label }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={flags[name]}
              onChange={(event) => setDevFlag(name, event.currentTarget.checked)}
            />
            {label}
          </label>
        ))}
      </details>
    </aside>
  );
}
