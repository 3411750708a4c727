/** The request id to quote to support, with a copy button. Renders nothing without an id. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import styles from './RequestId.module.css';

export function RequestId({ id }: { id: string | undefined }) {
  const [copied, setCopied] = useState(false);
  if (!id) return null;
  async function copy(text: string): Promise<void> {
    await navigator.clipboard?.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  }
  return (
    <span className={styles.line}>
      <span>Request ID</span> <code>{id}</code>
      <button type="button" className={styles.copy} onClick={() => copy(id)} aria-label="Copy request ID">
        {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </button>
      <span role="status" className="visually-hidden">
        {copied ? 'Copied' : ''}
      </span>
    </span>
  );
}
