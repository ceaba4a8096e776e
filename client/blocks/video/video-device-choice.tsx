import type { BlockOf } from '../../../schemas/blocks.ts'
import button from '../../parts/button.module.css'
import { trackOf, type Devices } from './video-devices.ts'
import look from './video.module.css'

type Check = BlockOf<'video'>['check']

interface Props {
  check: Check
  devices: Devices
}

/** Returns which devices cannot be used, in words; undefined if all work. */
export function deviceProblemOf({ check, devices: { asking, stream } }: Props): string | undefined {
  if (asking) return undefined
  const [camera, microphone] = [trackOf(stream, 'video'), trackOf(stream, 'audio')]
  if (!camera && !microphone) return check.nothing
  if (!camera) return check.noCamera
  return microphone ? undefined : check.noMicrophone
}

/** Shows what the browser waits for and which devices cannot be used. */
export function DeviceWords({ check, devices }: Props) {
  const problem = deviceProblemOf({ check, devices })
  return (
    <div role="status" className={look.note}>
      {devices.asking && <p>{check.asking}</p>}
      {problem && <p className={look.problem}>{problem}</p>}
    </div>
  )
}

/** During the call: shows which device failed, and offers to retry or to choose another. */
export function DeviceProblem({ check, devices }: Props) {
  const problem = deviceProblemOf({ check, devices })
  return (
    <>
      <DeviceWords check={check} devices={devices} />
      {problem && (
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

/** Shown only if there is more than one device. */
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
