import { TextInput, type TextInputProps } from '@mantine/core';
import type { RefObject } from 'react';
import { dayTimePhrase } from '../../../ui/time/time.ts';
import { postsStrings } from '../posts.strings.ts';
import { toWallClock } from '../wall-clock.rules.ts';

type Props = Pick<TextInputProps, 'value' | 'onBlur' | 'error' | 'classNames'> & {
  field: RefObject<HTMLInputElement | null>;
  timeZone: string;
  /** The last instant of the schedule, in ms. */
  windowEnd: number;
  onChange: (time: string) => void;
};

/** A field for a post's local time in the zone, between now and the end of the schedule. */
export function TimeField({ field, timeZone, windowEnd, onChange, ...rest }: Props) {
  return (
    <TextInput
      {...rest}
      ref={field}
      type="datetime-local"
      label="Scheduled time"
      description={postsStrings.timeHelp(timeZone, dayTimePhrase(windowEnd, timeZone, Date.now()))}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      min={toWallClock(Date.now(), timeZone)}
      max={toWallClock(windowEnd, timeZone)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
