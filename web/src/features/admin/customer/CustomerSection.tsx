import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { customerPath } from '../../../base/paths.ts';
import styles from '../admin.module.css';
import { strings } from '../admin.strings.ts';

/** Opens a customer by id. */
export function CustomerSection() {
  const [id, setId] = useState('');
  const navigate = useNavigate();
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (id) void navigate(customerPath(id));
  }
  return (
    <form className={styles.line} onSubmit={onSubmit}>
      <TextInput
        label={strings.customerId}
        value={id}
        onChange={(event) => setId(event.currentTarget.value.replaceAll(/\D/g, ''))}
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
      />
      <Button type="submit" disabled={id === ''}>
        {strings.open}
      </Button>
    </form>
  );
}
