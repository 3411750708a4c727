import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

type Props = {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (words: string) => void;
  error?: string | null;
};

/** A search field for a list; searches 300 ms after the last key press, or at once on Enter. */
export function SearchField({ label, placeholder, value, onSearch, error }: Props) {
  const [words, setWords] = useState(value);
  const search = useDebouncedCallback(onSearch, { delay: 300, flushOnUnmount: true });
  return (
    <TextInput
      type="search"
      size="xs"
      label={label}
      placeholder={placeholder}
      value={words}
      error={error}
      onChange={(event) => {
        setWords(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search.flush();
      }}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
