import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCurrentUser } from '../../api/query.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { ChangePassword } from '../auth/ChangePassword.tsx';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';
import { ZoneDialog } from './ZoneDialog.tsx';
import { type ZoneOption, zoneOption, zoneOptions } from './zone.rules.ts';
import { strings as zoneStrings } from './zone.strings.ts';

/** The person's time zone; the dialog that asks about planned posts saves a new one. */
function ZoneField() {
  const { timeZone } = useCurrentUser();
  const [wanted, setWanted] = useState<string | null>(null);
  const [options, setOptions] = useState<ZoneOption[]>(() => [zoneOption(timeZone, Date.now())]);
  return (
    <>
      <Select
        label={zoneStrings.field}
        description={zoneStrings.help}
        inputWrapperOrder={['label', 'input', 'description']}
        data={options}
        value={timeZone}
        searchable
        limit={100}
        allowDeselect={false}
        nothingFoundMessage={zoneStrings.none}
        // Typing replaces the zone that is shown.
        onFocus={(event) => event.currentTarget.select()}
        onDropdownOpen={() => setOptions(zoneOptions(Date.now(), timeZone))}
        onChange={(zone) => setWanted(zone === timeZone ? null : zone)}
      />
      {wanted === null ? null : <ZoneDialog zone={wanted} onClose={() => setWanted(null)} />}
    </>
  );
}

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
