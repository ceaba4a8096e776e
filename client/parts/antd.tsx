import { ConfigProvider, type ThemeConfig } from 'antd'
import { useContext, useMemo, type ReactNode } from 'react'
import type { Shell, Theme } from '../../schemas/shell.ts'
import { canHover } from '../base/can-hover.ts'
import { createStore, useStore } from '../base/store.ts'
import { PortalContext } from '../model/portal-context.ts'
import { antdLocale } from './antd-locale.ts'
import { controlHeights, defaultTheme } from './default-theme.ts'
import { nonce } from './nonce.ts'

const isStill = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)')?.matches ?? false
const noShell = createStore<Shell | undefined>(undefined)

/**
 * The practice's design for the antd components within. Each block that draws with antd has its own, so that a screen
 * without them does not load antd.
 */
export function Antd({ children }: { children: ReactNode }) {
  const theme = useStore(useContext(PortalContext)?.shell ?? noShell)?.theme ?? defaultTheme
  const config = useMemo(() => antdTheme(theme, { isStill, canHover }), [theme])
  return (
    <ConfigProvider locale={antdLocale} theme={config} csp={{ nonce }} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  )
}

interface Device {
  isStill: boolean
  canHover: boolean
}

/** The practice's design tokens for antd components. */
export function antdTheme({ primary, radius, density }: Theme, { isStill, canHover }: Device): ThemeConfig {
  return {
    token: {
      colorPrimary: primary,
      colorLink: primary,
      // Links within text must be distinguishable by more than color.
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
      // The focus of buttons and boxes, and of fields. Not the accent, which may be too light to be seen.
      colorPrimaryBorder: '#1b2b33',
      controlOutline: primary,
      controlOutlineWidth: 2,
      colorErrorOutline: '#b3261e',
      borderRadius: Math.round(radius * 0.8),
      borderRadiusLG: radius,
      controlHeight: controlHeights[density],
      fontSize: 16,
      fontFamily: 'var(--font)',
      // Color of a switch that is off and of days of another month; antd's default has too little contrast.
      colorTextQuaternary: '#65757e',
      colorTextDisabled: '#65757e',
      motion: !isStill,
      // A finger leaves the look of what it touched last: there it is that of the rest.
      ...(canHover ? {} : { colorBgTextHover: 'transparent', colorIconHover: '#4f6069', colorIcon: '#4f6069' }),
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      // A calendar is as wide as a window of 320 px allows.
      DatePicker: { cellWidth: 34, ...(canHover ? {} : { cellHoverBg: 'transparent', hoverBorderColor: '#84949d' }) },
    },
  }
}
