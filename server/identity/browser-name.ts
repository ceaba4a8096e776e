/** The order matters: most browsers also claim to be others. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns the browser and system of a User-Agent in words that its owner recognizes: `Chrome on Windows`. */
export function browserName(agent: string): string {
  const nameIn = (list: typeof browsers) => list.find(([pattern]) => pattern.test(agent))?.[1]
  const browser = nameIn(browsers) ?? 'Unknown browser'
  const system = nameIn(systems)
  return system ? `${browser} on ${system}` : browser
}
