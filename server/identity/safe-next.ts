import { routes } from '../practice/routes.ts'
/** Where a person goes after signing in: back to the screen that asked for it, and nowhere outside (no open redirects). */
export function safeNext(next: string | undefined, { under, fallback }: { under: string; fallback: string }): string {
  if (!next?.startsWith(under)) return fallback
  const url = new URL(next, 'http://portal.invalid')
  const inside = url.origin === 'http://portal.invalid' && url.pathname.startsWith(under) && !next.includes('\\')
  return inside && url.pathname !== routes.signIn ? url.pathname + url.search : fallback
}
