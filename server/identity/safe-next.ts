import { paths } from '../practice/paths.ts'
/**
 * Returns the address to open after signing in: the requested screen if it is part of the portal, otherwise `fallback`
 * (no open redirects).
 */
export function safeNext(
  next: string | undefined,
  { under, fallback }: { under: readonly string[]; fallback: string },
): string {
  if (!next?.startsWith('/')) return fallback
  const url = new URL(next, 'http://portal.invalid')
  const inside =
    url.origin === 'http://portal.invalid' &&
    under.some((each) => url.pathname.startsWith(each)) &&
    !next.includes('\\')
  return inside && url.pathname !== paths.signIn() ? url.pathname + url.search : fallback
}
