import type { Theme } from '../../schemas/shell.ts'
import { controlHeights } from '../parts/default-theme.ts'

/** Sets the practice's design tokens for the client's style sheets; parts/antd.tsx sets them for antd. Uses the CSS object model, which needs no inline style. */
export function paintRoot(
  { primary, accent, highlight, radius, density, header = 'plain', typeface = 'system', pattern = 'none' }: Theme,
  root: HTMLElement = document.documentElement,
): void {
  root.style.setProperty('--primary', primary)
  root.style.setProperty('--accent', accent)
  if (highlight) root.style.setProperty('--highlight', highlight)
  root.style.setProperty('--radius', `${radius}px`)
  root.style.setProperty('--control', `${controlHeights[density]}px`)
  Object.assign(root.dataset, { header, typeface, pattern })
}
