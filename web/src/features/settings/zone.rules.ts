/** Formatting and comparing time zones for selection. Pure. */
import { offsetName } from '../../ui/time/time.ts';

/** 'Buenos Aires' for `America/Argentina/Buenos_Aires`. */
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

/** Whether both names mean the same zone: `Asia/Calcutta` is `Asia/Kolkata`. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || canonical(one) === canonical(other);
}

export type ZoneOption = { value: string; label: string };

/** A zone as a list option: 'America/St Johns (GMT-3:30)'. */
export function zoneOption(zone: string, now: number): ZoneOption {
  return { value: zone, label: `${zone.replaceAll('_', ' ')} (${offsetName(now, zone)})` };
}

/** Every zone that the runtime knows plus the given ones, sorted by name. */
export function zoneOptions(now: number, ...given: readonly string[]): ZoneOption[] {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...given])].sort();
  return names.map((zone) => zoneOption(zone, now));
}
