import { useSearchParams } from 'react-router';
import { toWallClock } from '../posts/wall-clock.rules.ts';
import { type Place, readPlace, writePlace } from './calendar.rules.ts';

/** Which part of the calendar is shown; kept in the URL. */
export function usePlace(timeZone: string) {
  const [params, setParams] = useSearchParams();
  const today = toWallClock(Date.now(), timeZone).slice(0, 10);
  return {
    today,
    place: readPlace(params, today),
    setPlace: (place: Place): void =>
      setParams((before) => writePlace(before, place, today), { replace: true, preventScrollReset: true }),
  };
}
