import { useRef, useState } from 'react';
import { type CodeKind, checkCode, tidyCode } from './code.rules.ts';

/** The state of a code field: kind, cleaned text and, after the first attempt to send it, its error. */
export function useCode() {
  const [kind, setKind] = useState<CodeKind>('app');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  function refuse(message: string): void {
    setError(message);
    input.current?.focus();
    input.current?.select();
  }
  return {
    kind,
    code,
    error,
    input,
    type(typed: string): void {
      setCode(tidyCode(kind, typed));
      setError(null);
    },
    turnTo(next: CodeKind): void {
      setKind(next);
      setCode('');
      setError(null);
      input.current?.focus();
    },
    /** Shows why the code was refused and focuses its field. */
    refuse,
    /** Whether the code is complete; if not, shows an error beside the field. */
    isComplete(): boolean {
      const lack = checkCode(kind, code);
      if (lack) refuse(lack);
      return lack === null;
    },
  };
}

export type Code = ReturnType<typeof useCode>;
