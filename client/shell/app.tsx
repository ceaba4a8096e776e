import { ConfigProvider } from 'antd'
import { useMemo } from 'react'
import { ScrollRestoration } from 'react-router-dom'
import { antdLocale } from './antd-locale.ts'
import { useStore } from '../base/store.ts'
import { Frame } from './frame.tsx'
import { Overlays } from './overlays.tsx'
import { usePortal } from '../model/portal-context.ts'
import { antdTheme, defaultTheme } from './theme.ts'

const stillness = matchMedia('(prefers-reduced-motion: reduce)').matches
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content

export function App() {
  const { shell } = usePortal()
  const theme = useStore(shell)?.theme ?? defaultTheme
  const config = useMemo(() => antdTheme(theme, stillness), [theme])
  return (
    <ConfigProvider locale={antdLocale} theme={config} csp={{ nonce }} wave={{ disabled: true }}>
      <Frame />
      <Overlays />
      <ScrollRestoration />
    </ConfigProvider>
  )
}
