/** Time zones as people choose them. Pure. */
import { offsetName } from '../../ui/time.ts';

/** 'Buenos Aires' of `America/Argentina/Buenos_Aires`. */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** 'Auckland (GMT+13)' */
export function zoneLabel(zone: string, now: number): string {
  return `${zoneCity(zone)} (${offsetName(now, zone)})`;
}

function canonical(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}

/** Whether both names mean one zone: `Asia/Calcutta` is `Asia/Kolkata`. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || canonical(one) === canonical(other);
}

export type ZoneOption = { value: string; label: string };

/** A zone as an entry of a list: 'America/St Johns (GMT-3:30)'. */
export function zoneOption(zone: string, now: number): ZoneOption {
  return { value: zone, label: `${zone.replaceAll('_', ' ')} (${offsetName(now, zone)})` };
}

/** Every zone that the runtime knows, and the given ones, by name. */
export function zoneOptions(now: number, ...given: readonly string[]): ZoneOption[] {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...given])].sort();
  return names.map((zone) => zoneOption(zone, now));
}
