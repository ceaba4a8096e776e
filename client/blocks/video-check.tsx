import type { BlockOf } from '../../schemas/blocks.ts'
import button from './parts/button.module.css'
import { Icon } from './parts/icon.tsx'
import { Words } from './parts/words.tsx'
import type { Devices } from './video-devices.ts'
import { useLevel } from './video-level.ts'
import { VideoPicture } from './video-picture.tsx'
import look from './video.module.css'

interface CheckProps {
  block: BlockOf<'video'>
  devices: Devices
  onJoin: () => void
}

/** Before anybody sees or hears them, people look at their own picture and try their microphone. */
export function VideoCheck({ block: { check, self }, devices, onJoin }: CheckProps) {
  const { asking, stream, cameras, microphones, chosen, choose, again } = devices
  const problem = asking ? undefined : missing(check, stream)
  return (
    <section className={look.check} aria-label={check.heading}>
      <h2>{check.heading}</h2>
      <p>
        <Words words={check.about} />
      </p>
      <div className={look.stage}>{hasKind(stream, 'video') && <VideoPicture stream={stream} label={self} own />}</div>
      <div role="status" className={look.note}>
        {asking && <p>{check.asking}</p>}
        {problem && <p className={look.problem}>{problem}</p>}
      </div>
      {hasKind(stream, 'audio') && <Meter check={check} stream={stream} />}
      <DeviceChoice
        label={check.camera}
        devices={cameras}
        chosen={chosen.camera}
        onChoose={(id) => choose('camera', id)}
      />
      <DeviceChoice
        label={check.microphone}
        devices={microphones}
        chosen={chosen.microphone}
        onChoose={(id) => choose('microphone', id)}
      />
      <div className={look.controls}>
        <button type="button" className={button.primary} onClick={onJoin} disabled={asking}>
          <Icon name="video" />
          <span>{check.join}</span>
        </button>
        {problem && (
          <button type="button" className={button.secondary} onClick={again}>
            {check.again}
          </button>
        )}
      </div>
    </section>
  )
}

export function hasKind(stream: MediaStream | undefined, kind: 'audio' | 'video'): boolean {
  return stream?.getTracks().some((track) => track.kind === kind) ?? false
}

function missing(check: CheckProps['block']['check'], stream: MediaStream | undefined): string | undefined {
  if (!stream) return check.nothing
  if (!hasKind(stream, 'video')) return check.noCamera
  return hasKind(stream, 'audio') ? undefined : check.noMicrophone
}

function Meter({ check, stream }: { check: CheckProps['block']['check']; stream: MediaStream | undefined }) {
  const { now, heard } = useLevel(stream)
  return (
    <div className={look.level}>
      <meter min={0} max={1} value={now} aria-label={check.level} />
      <p role="status">{heard ? check.heard : check.silent}</p>
    </div>
  )
}

interface ChoiceProps {
  label: string
  devices: MediaDeviceInfo[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Only where there is something to choose. */
function DeviceChoice({ label, devices, chosen, onChoose }: ChoiceProps) {
  if (devices.length < 2) return null
  return (
    <label className={look.device}>
      {label}
      <select value={chosen ?? devices[0]?.deviceId} onChange={({ target }) => onChoose(target.value)}>
        {devices.map(({ deviceId, label: name }, place) => (
          <option key={deviceId} value={deviceId}>
            {name || `${label} ${place + 1}`}
          </option>
        ))}
      </select>
    </label>
  )
}
