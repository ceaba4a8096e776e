import type { BlockOf } from '../../../schemas/blocks.ts'
import button from '../../parts/button.module.css'
import { Icon } from '../../parts/icon.tsx'
import { Words } from '../../parts/words.tsx'
import { AskAgain, DeviceChoices, DeviceWords, deviceProblemOf } from './video-device-choice.tsx'
import { trackOf, type Devices } from './video-devices.ts'
import { useLevel } from './video-level.ts'
import { VideoPicture } from './video-picture.tsx'
import { NoPicture } from './video-stage.tsx'
import look from './video.module.css'

interface CheckProps {
  block: BlockOf<'video'>
  devices: Devices
  onJoin: () => void
}

/** Shows the own picture and the level of the microphone before the participant joins the call. */
export function VideoCheck({ block: { check, self, phone }, devices, onJoin }: CheckProps) {
  const { asking, stream } = devices
  return (
    <section className={look.check} aria-label={check.heading}>
      <h2>{check.heading}</h2>
      <p>
        <Words words={check.about} />
      </p>
      <div className={look.stage}>
        {trackOf(stream, 'video') ? <VideoPicture stream={stream} label={self} own /> : <NoPicture />}
      </div>
      <DeviceWords check={check} devices={devices} />
      {trackOf(stream, 'audio') && <Meter check={check} stream={stream} />}
      <DeviceChoices check={check} devices={devices} />
      <div className={look.buttons}>
        <button type="button" className={button.primary} onClick={onJoin} disabled={asking}>
          <Icon name="video" />
          <span>{check.join}</span>
        </button>
        {deviceProblemOf({ check, devices }) && <AskAgain check={check} devices={devices} />}
      </div>
      {phone && (
        <p className={look.note}>
          <Words words={phone} />
        </p>
      )}
    </section>
  )
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
