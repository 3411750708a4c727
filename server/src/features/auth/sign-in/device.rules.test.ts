import { expect, test } from 'vitest';
import { deviceOf, maskedIp } from './device.rules.ts';

const [linux, iphone] = ['Mozilla/5.0 (X11; Linux x86_64)', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1)'];
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome on Windows'],
  [`${iphone} AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_1) AppleWebKit/605.1.15 Version/18.1 Safari/604.1', 'Safari on iPad'],
  ['Mozilla/5.0 (Macintosh; Mac OS X 10_15_7) Version/18.1 Safari/605.1.15', 'Safari on macOS'],
  [`Mozilla/5.0 (Windows NT 10.0) ${chrome} Edg/142.0.0.0`, 'Edge on Windows'],
  [`${linux} Gecko/20100101 Firefox/145.0`, 'Firefox on Linux'],
  ['Mozilla/5.0 (Mac OS X)', 'A browser on macOS'],
  ['curl/8.11.0', 'curl'],
  ['a robot', null],
  // Only the first 512 characters are read.
  [`${' '.repeat(512)}curl/8.11.0`, null],
])('%s is %s', (userAgent, name) => {
  expect(deviceOf(userAgent)).toBe(name);
});

test('an address is shown without the part that names one machine', () => {
  expect(maskedIp('203.0.113.45')).toBe('203.0.113.•');
  expect(maskedIp('::FFFF:203.0.113.45')).toBe('203.0.113.•');
  expect(maskedIp('64:ff9b::ffff:10.20.30.40')).toBe('64:ff9b::ffff:10.20.30.•');
  expect(maskedIp('2001:db8:7:1:2:3:4:5')).toBe('2001:db8:7:•');
});
