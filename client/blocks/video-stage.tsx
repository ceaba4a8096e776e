import type { BlockOf } from '../../schemas/blocks.ts'
import { Icon } from './parts/icon.tsx'
import { trackOf } from './video-devices.ts'
import type { Own } from './video-own.ts'
import type { Sending } from './video-pair.ts'
import { VideoPicture } from './video-picture.tsx'
import look from './video.module.css'

interface StageProps {
  block: BlockOf<'video'>
  own: Own
  theirs: MediaStream | undefined
  /** What the other sends. */
  sent: Sending
  connected: boolean
}

/** The other large, oneself small; words where there is nothing to see or to hear. */
export function VideoStage({ block: { states, self, other }, own, theirs, sent, connected }: StageProps) {
  const { stream, off } = own
  const isSeen = connected && sent.video
  return (
    <div className={look.stage}>
      <VideoPicture stream={theirs} label={other} />
      {!isSeen && <Nobody words={connected ? states.otherHidden : undefined} />}
      {connected && !sent.audio && states.otherMuted && <p className={look.theirs}>{states.otherMuted}</p>}
      {trackOf(stream, 'video') && (
        <div className={look.small}>
          <VideoPicture stream={stream} label={self} own />
          {off.video && <Nobody />}
        </div>
      )}
      <p className={look.own}>
        {off.audio && <span>{states.muted}</span>}
        {off.video && <span>{states.hidden}</span>}
      </p>
    </div>
  )
}

/** Stands where a picture would be. */
export function Nobody({ words }: { words?: string }) {
  return (
    <div className={look.nobody}>
      <span className={look.disc}>
        <Icon name="person" />
      </span>
      {words && <p>{words}</p>}
    </div>
  )
}
