import type { ThemeConfig } from 'antd'
import type { Theme } from '../../schemas/shell.ts'

export const defaultTheme: Theme = { primary: '#13607C', accent: '#18a2b8', radius: 10, density: 'comfortable' }

const controlHeights = { comfortable: 44, compact: 36 }
const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"

/** The practice's tokens for the components of antd. */
export function antdTheme({ primary, accent, radius, density }: Theme, stillness: boolean): ThemeConfig {
  return {
    token: {
      colorPrimary: primary,
      colorLink: primary,
      // A link among words is known by more than its colour.
      linkDecoration: 'underline',
      linkHoverDecoration: 'underline',
      linkFocusDecoration: 'underline',
      colorInfo: primary,
      colorText: '#1b2b33',
      colorTextDescription: '#4f6069',
      colorTextPlaceholder: '#5f7079',
      colorError: '#b3261e',
      colorSuccess: '#1d6b42',
      colorWarning: '#8a5300',
      colorBorder: '#84949d',
      colorPrimaryBorder: accent,
      controlOutline: `${accent}66`,
      controlOutlineWidth: 3,
      borderRadius: Math.round(radius * 0.8),
      borderRadiusLG: radius,
      controlHeight: controlHeights[density],
      fontSize: 16,
      fontFamily,
      // Of a switch that is off and of days of another month; the default is too faint to read.
      colorTextQuaternary: '#65757e',
      colorTextDisabled: '#65757e',
      motion: !stillness,
    },
    components: { Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' } },
  }
}

/** The same tokens for the client's own style sheets. Set through the object model, which needs no inline style. */
export function paintRoot(
  { primary, accent, radius, density }: Theme,
  root: HTMLElement = document.documentElement,
): void {
  root.style.setProperty('--primary', primary)
  root.style.setProperty('--accent', accent)
  root.style.setProperty('--radius', `${radius}px`)
  root.style.setProperty('--control', `${controlHeights[density]}px`)
}
