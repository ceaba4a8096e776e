import IconContext from '@ant-design/icons/es/components/Context'
import { nonce } from '../parts/nonce.ts'
import { Frame } from './frame.tsx'
import { Overlays } from './overlays.tsx'

const icons = { csp: { nonce } }

export function App() {
  return (
    <IconContext value={icons}>
      <Frame />
      <Overlays />
    </IconContext>
  )
}
