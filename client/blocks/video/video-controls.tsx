import type { BlockOf } from '../../../schemas/blocks.ts'
import { usePortal } from '../../model/portal-context.ts'
import button from '../../parts/button.module.css'
import { trackOf, type Kind } from './video-devices.ts'
import type { Own } from './video-own.ts'
import look from './video.module.css'

interface ControlsProps {
  block: BlockOf<'video'>
  own: Own
  onEnd: () => void
}

export function VideoControls({ block: { controls }, own, onEnd }: ControlsProps) {
  const { dialogs } = usePortal()
  const end = async () => {
    if (!controls.confirmEnd || (await dialogs.ask(controls.confirmEnd))) onEnd()
  }
  return (
    <div className={look.controls}>
      <Toggle own={own} kind="audio" words={{ off: controls.mute, on: controls.unmute }} />
      <Toggle own={own} kind="video" words={{ off: controls.hide, on: controls.show }} />
      <button type="button" className={button.danger} onClick={() => void end()}>
        {controls.end}
      </button>
    </div>
  )
}

interface ToggleProps {
  own: Own
  kind: Kind
  words: { off: string; on?: string }
}

/** Says what it would do; without words for the way back it stays pressed. Absent without a device. */
function Toggle({ own, kind, words }: ToggleProps) {
  if (!trackOf(own.stream, kind)) return null
  const isOff = own.off[kind]
  return (
    <button
      type="button"
      className={`${button.secondary} ${isOff ? look.off : ''}`}
      aria-pressed={words.on === undefined ? isOff : undefined}
      onClick={() => own.toggle(kind)}
    >
      {isOff ? (words.on ?? words.off) : words.off}
    </button>
  )
}
