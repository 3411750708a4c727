/** The request id to quote to support, with a copy button. Renders nothing without an id. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import styles from './feedback.module.css';

const REFUSED = 'Your browser does not allow copying. Please select it.';

export function RequestId({ id }: { id: string | undefined }) {
  const [said, setSaid] = useState('');
  if (!id) return null;
  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      setSaid(REFUSED);
      return;
    }
    setSaid('Copied');
    setTimeout(() => setSaid(''), 2000);
  }
  return (
    <span className={styles.line}>
      <span>Request ID</span> <code>{id}</code>
      <button type="button" className={styles.copy} onClick={() => copy(id)} aria-label="Copy request ID">
        {said === 'Copied' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </button>
      <span role="status" className={said === REFUSED ? undefined : 'visually-hidden'}>
        {said}
      </span>
    </span>
  );
}
