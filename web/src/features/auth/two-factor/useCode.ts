import { useRef, useState } from 'react';
import { type CodeKind, checkCode, tidyCode } from './code.rules.ts';

/** A code being typed: its kind, its tidy text and what is wrong with it, once the person has tried to send it. */
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
    /** Shows why the code will not do, and puts the person back on it. */
    refuse,
    /** Whether the code is whole; says so beside the field where it is not. */
    isComplete(): boolean {
      const lack = checkCode(kind, code);
      if (lack) refuse(lack);
      return lack === null;
    },
  };
}

export type Code = ReturnType<typeof useCode>;
