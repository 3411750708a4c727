const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  // Stryker disable next-line Regex: without its start it matches the same texts, in quadratic time.
  [/^(?=.*\bVersion\/).*\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
/** How much of the User-Agent is searched: real ones are shorter, and this bounds the cost. */
const LOOKED_AT = 512;

/** The browser and system of a User-Agent in words: `Chrome on Windows`. Null if neither is known. */
export function deviceOf(userAgent: string): string | null {
  const text = userAgent.slice(0, LOOKED_AT);
  const known = (list: typeof browsers) => list.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, system] = [known(browsers), known(systems)];
  if (!browser && !system) return null;
  return [browser ?? 'A browser', ...(system ? [`on ${system}`] : [])].join(' ');
}

/** An IP address without the part that identifies one machine: `203.0.113.•`, `2001:db8:7:•`. */
export function maskedIp(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+)\./i.exec(ip)?.[1];
  if (mapped) return `${mapped}.•`;
  if (ip.includes('.')) return ip.replace(/\.\d+$/, '.•');
  return `${ip.split(':').slice(0, 3).join(':')}:•`;
}
