import escapeHtml from 'escape-html'
import type { Shell } from '../../schemas/shell.ts'

/** The initials of the practice on a tile in its color (look.md, Identity by tokens); a plain tile on an unknown host. */
export function favicon(shell: Pick<Shell, 'brand' | 'theme'> | undefined): string {
  const { mark = '' } = shell?.brand ?? {}
  const { primary = '#4f6069', radius = 10 } = shell?.theme ?? {}
  const size = mark.length > 1 ? 15 : 19
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="${Math.min(radius, 16) * 0.8}" fill="${escapeHtml(primary)}"/>` +
    `<text x="16" y="16" fill="#fff" font-family="system-ui,sans-serif" font-size="${size}" font-weight="700" text-anchor="middle" dominant-baseline="central">${escapeHtml(mark)}</text></svg>`
  )
}
