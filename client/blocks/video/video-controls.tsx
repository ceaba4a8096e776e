import { useEffect, useState, type ReactNode } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { usePortal } from '../../model/portal-context.ts'
import { Disclosure } from '../../parts/disclosure.tsx'
import { Words } from '../../parts/words.tsx'
import { DeviceChoices } from './video-device-choice.tsx'
import { trackOf, type Devices, type Kind } from './video-devices.ts'
import { VideoIcon, type VideoIconName } from './video-icon.tsx'
import type { Own } from './video-own.ts'
import look from './video.module.css'

type Video = BlockOf<'video'>

interface ControlsProps {
  block: Video
  own: Own
  devices: Devices
  onEnd: () => void
}

export function VideoControls({ block, own, devices, onEnd }: ControlsProps) {
  const { controls } = block
  const { dialogs } = usePortal()
  const end = async () => {
    if (!controls.confirmEnd || (await dialogs.ask(controls.confirmEnd))) onEnd()
  }
  return (
    <div className={look.controls}>
      <Toggle own={own} kind="audio" words={{ off: controls.mute, on: controls.unmute }} />
      <Toggle own={own} kind="video" words={{ off: controls.hide, on: controls.show }} />
      <SwitchCamera words={controls.switchCamera} devices={devices} />
      <FullScreen words={controls} />
      <More block={block} devices={devices} />
      <button type="button" className={`${look.control} ${look.leave}`} onClick={() => void end()}>
        <Face icon="leave">{controls.end}</Face>
      </button>
    </div>
  )
}

/** A round icon with its words below. */
function Face({ icon, isCrossed, children }: { icon: VideoIconName; isCrossed?: boolean; children: ReactNode }) {
  return (
    <>
      <span className={`${look.round} ${isCrossed ? look.crossed : ''}`}>
        <VideoIcon name={icon} />
      </span>
      <span className={look.words}>{children}</span>
    </>
  )
}

interface ToggleProps {
  own: Own
  kind: Kind
  words: { off: string; on?: string }
}

/**
 * Its label names the effect; without a label for the reverse effect it is a pressed button. Absent without a device.
 */
function Toggle({ own, kind, words }: ToggleProps) {
  if (!trackOf(own.stream, kind)) return null
  const isOff = own.off[kind]
  const icon = kind === 'video' ? 'camera' : isOff ? 'microphoneOff' : 'microphone'
  return (
    <button
      type="button"
      className={`${look.control} ${isOff ? look.off : ''}`}
      aria-pressed={words.on === undefined ? isOff : undefined}
      onClick={() => own.toggle(kind)}
    >
      <Face icon={icon} isCrossed={kind === 'video' && isOff}>
        {isOff ? (words.on ?? words.off) : words.off}
      </Face>
    </button>
  )
}

/** Goes from camera to camera; absent with fewer than two, or without the own picture. */
function SwitchCamera({ words, devices }: { words: string | undefined; devices: Devices }) {
  const { cameras, chosen, choose, stream } = devices
  if (!words || cameras.length < 2 || !trackOf(stream, 'video')) return null
  const at = cameras.findIndex(({ deviceId }) => deviceId === chosen.camera)
  const next = cameras[(at + 1) % cameras.length]
  return (
    <button type="button" className={look.control} onClick={() => next && choose('camera', next.deviceId)}>
      <Face icon="switch">{words}</Face>
    </button>
  )
}

/** The whole document, so that dialogs and notices are seen too. Absent where the browser cannot do it. */
function FullScreen({ words: { fullScreen, leaveFullScreen } }: { words: Video['controls'] }) {
  const [isOn, setOn] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const look = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  useEffect(() => () => void (document.fullscreenElement && document.exitFullscreen().catch(() => undefined)), [])
  if (!fullScreen || !leaveFullScreen || !document.fullscreenEnabled) return null
  // A refusal of the browser changes nothing, and the button keeps its words.
  const toggle = () => (isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return (
    <button type="button" className={look.control} onClick={() => void toggle().catch(() => undefined)}>
      <Face icon={isOn ? 'smallScreen' : 'fullScreen'}>{isOn ? leaveFullScreen : fullScreen}</Face>
    </button>
  )
}

/** The choice of devices, and the other way to reach the participant. Absent without either. */
function More({ block: { controls, check, phone }, devices }: Pick<ControlsProps, 'block' | 'devices'>) {
  const { cameras, microphones } = devices
  if (!controls.more || (cameras.length < 2 && microphones.length < 2 && !phone)) return null
  return (
    <Disclosure className={look.more ?? ''} face={() => <Face icon="more">{controls.more}</Face>}>
      {() => (
        <div className={look.choices}>
          <DeviceChoices check={check} devices={devices} />
          {phone && (
            <p>
              <Words words={phone} />
            </p>
          )}
        </div>
      )}
    </Disclosure>
  )
}
