import { TextInput } from '@mantine/core';
import { useCurrentUser } from '../../api/query.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { ChangePassword } from '../auth/ChangePassword.tsx';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';
import { ZoneField } from './ZoneField.tsx';

export function ProfileCard() {
  const { email, emailVerifiedAt } = useCurrentUser();
  return (
    <Section title={strings.profile}>
      <TextInput
        label={strings.email}
        description={emailVerifiedAt ? strings.verified : strings.notVerified}
        inputWrapperOrder={['label', 'input', 'description']}
        value={email}
        readOnly
        variant="filled"
      />
      <ZoneField />
      <div className={styles.row}>
        <div>
          <h3 className={styles.name}>{strings.password}</h3>
          <p className={styles.words}>{strings.passwordLead}</p>
        </div>
        <ChangePassword />
      </div>
    </Section>
  );
}
