import { describe, expect, test } from 'vitest';
import { deviceOf, maskedIp } from './device.rules.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('a device is named as its owner knows it', () => {
  test.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
      'Chrome on Windows',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chromium/142.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
      'Chrome on ChromeOS',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${WEBKIT} CriOS/142.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPhone',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1`,
      'Safari on iPad',
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
      'Edge on Windows',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0`,
      'Edge on Android',
    ],
    [`Mozilla/5.0 (iPhone) ${WEBKIT} Version/18.0 EdgiOS/142.0 Mobile Safari/605.1.15`, 'Edge on iPhone'],
    [
      `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/142.0 Safari/537.36 Vivaldi/7.0`, 'Vivaldi on Linux'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/142.0 Safari/537.36 OPR/115.0`, 'Opera on Linux'],
    ['Opera', 'Opera'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 FxiOS/145.0 Mobile/15E148', 'Firefox on iPhone'],
    ['Mozilla/5.0 (Mac OS X)', 'A browser on macOS'],
    ['curl/8.11.0', 'curl'],
  ])('%s', (userAgent, name) => {
    expect(deviceOf(userAgent)).toBe(name);
  });

  test('unless it is unknown, or says who it is only after 512 characters', () => {
    expect(deviceOf('')).toBeNull();
    expect(deviceOf('a robot')).toBeNull();
    expect(deviceOf(`${' '.repeat(512)}curl/8.11.0`)).toBeNull();
    expect(deviceOf(`${' '.repeat(507)}curl/8.11.0`)).toBe('curl');
  });
});

test('an address is shown without the part that names one machine', () => {
  expect(maskedIp('203.0.113.45')).toBe('203.0.113.•');
  expect(maskedIp('::ffff:203.0.113.45')).toBe('203.0.113.•');
  expect(maskedIp('::FFFF:203.0.113.45')).toBe('203.0.113.•');
  expect(maskedIp('::ffff:10.20.30.40')).toBe('10.20.30.•');
  expect(maskedIp('64:ff9b::ffff:10.20.30.40')).toBe('64:ff9b::ffff:10.20.30.•');
  expect(maskedIp('2001:db8:7:1:2:3:4:5')).toBe('2001:db8:7:•');
});
