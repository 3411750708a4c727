import { Select } from '@mantine/core';
import { useState } from 'react';
import { useCurrentUser } from '../../api/query.ts';
import { ZoneDialog } from './ZoneDialog.tsx';
import { type ZoneOption, zoneOption, zoneOptions } from './zone.rules.ts';
import { strings } from './zone.strings.ts';

/** The person's time zone; the dialog that asks about planned posts saves a new one. */
export function ZoneField() {
  const { timeZone } = useCurrentUser();
  const [wanted, setWanted] = useState<string | null>(null);
  const [options, setOptions] = useState<ZoneOption[]>(() => [zoneOption(timeZone, Date.now())]);
  return (
    <>
      <Select
        label={strings.field}
        description={strings.help}
        inputWrapperOrder={['label', 'input', 'description']}
        data={options}
        value={timeZone}
        searchable
        limit={100}
        allowDeselect={false}
        nothingFoundMessage={strings.none}
        // Typing replaces the zone that is shown.
        onFocus={(event) => event.currentTarget.select()}
        onDropdownOpen={() => setOptions(zoneOptions(Date.now(), timeZone))}
        onChange={(zone) => setWanted(zone === timeZone ? null : zone)}
      />
      {wanted === null ? null : <ZoneDialog zone={wanted} onClose={() => setWanted(null)} />}
    </>
  );
}
