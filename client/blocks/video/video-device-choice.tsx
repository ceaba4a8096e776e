import type { BlockOf } from '../../../schemas/blocks.ts'
import button from '../../parts/button.module.css'
import { trackOf, type Devices } from './video-devices.ts'
import look from './video.module.css'

type Check = BlockOf<'video'>['check']

interface Props {
  check: Check
  devices: Devices
}

/** What cannot be used, in words; undefined when all can. */
export function troubleOf({ check, devices: { asking, stream } }: Props): string | undefined {
  if (asking) return undefined
  const [camera, microphone] = [trackOf(stream, 'video'), trackOf(stream, 'audio')]
  if (!camera && !microphone) return check.nothing
  if (!camera) return check.noCamera
  return microphone ? undefined : check.noMicrophone
}

/** Says what the browser waits for and what cannot be used. */
export function DeviceWords({ check, devices }: Props) {
  const trouble = troubleOf({ check, devices })
  return (
    <div role="status" className={look.note}>
      {devices.asking && <p>{check.asking}</p>}
      {trouble && <p className={look.problem}>{trouble}</p>}
    </div>
  )
}

/** In the call: what has gone, and how to have it or another. */
export function DeviceTrouble({ check, devices }: Props) {
  const trouble = troubleOf({ check, devices })
  return (
    <>
      <DeviceWords check={check} devices={devices} />
      {trouble && (
        <div className={look.mending}>
          {!trackOf(devices.stream, 'video') && <CameraChoice check={check} devices={devices} />}
          {!trackOf(devices.stream, 'audio') && <MicrophoneChoice check={check} devices={devices} />}
          <AskAgain check={check} devices={devices} />
        </div>
      )}
    </>
  )
}

export function AskAgain({ check, devices }: Props) {
  return (
    <button type="button" className={button.secondary} onClick={devices.again}>
      {check.again}
    </button>
  )
}

export function DeviceChoices(props: Props) {
  return (
    <>
      <CameraChoice {...props} />
      <MicrophoneChoice {...props} />
    </>
  )
}

function CameraChoice({ check, devices: { cameras, chosen, choose } }: Props) {
  return (
    <Choice label={check.camera} devices={cameras} chosen={chosen.camera} onChoose={(id) => choose('camera', id)} />
  )
}

function MicrophoneChoice({ check, devices: { microphones, chosen, choose } }: Props) {
  return (
    <Choice
      label={check.microphone}
      devices={microphones}
      chosen={chosen.microphone}
      onChoose={(id) => choose('microphone', id)}
    />
  )
}

interface ChoiceProps {
  label: string
  devices: MediaDeviceInfo[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Only where there is something to choose. */
function Choice({ label, devices, chosen, onChoose }: ChoiceProps) {
  if (devices.length < 2) return null
  const value = devices.some(({ deviceId }) => deviceId === chosen) ? chosen : devices[0]?.deviceId
  return (
    <label className={look.device}>
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {devices.map(({ deviceId, label: name }, place) => (
          <option key={deviceId} value={deviceId}>
            {name || `${label} ${place + 1}`}
          </option>
        ))}
      </select>
    </label>
  )
}
