import type { BlockOf } from '../../../schemas/blocks.ts'
import { Icon } from '../../parts/icon.tsx'
import { trackOf } from './video-devices.ts'
import type { LineState } from './video-line.ts'
import type { Own } from './video-own.ts'
import { VideoPicture } from './video-picture.tsx'
import type { Sending } from './video-sending.ts'
import look from './video.module.css'

interface StageProps {
  block: BlockOf<'video'>
  own: Own
  theirs: MediaStream | undefined
  /** What the peer sends. */
  sent: Sending
  state: LineState
}

/** The peer's picture large, the own one small; words if there is no picture or sound. */
export function VideoStage({ block: { states, self, other }, own, theirs, sent, state }: StageProps) {
  const { stream, off } = own
  // Media continue directly between the browsers while only the connection to the server is lost.
  const isOn = state === 'connected' || state === 'reconnecting'
  const isSeen = isOn && sent.video && theirs !== undefined
  return (
    <div className={look.stage}>
      <VideoPicture stream={theirs} label={other} />
      {!isSeen && <NoPicture words={isOn && !sent.video ? states.otherHidden : undefined} />}
      {isOn && !sent.audio && states.otherMuted && <p className={look.theirs}>{states.otherMuted}</p>}
      {trackOf(stream, 'video') && (
        <div className={look.small}>
          <VideoPicture stream={stream} label={self} own />
          {off.video && <NoPicture />}
        </div>
      )}
      <p className={look.own}>
        {off.audio && <span>{states.muted}</span>}
        {off.video && <span>{states.hidden}</span>}
      </p>
    </div>
  )
}

/** Placeholder for a picture. */
export function NoPicture({ words }: { words?: string }) {
  return (
    <div className={look.noPicture}>
      <span className={look.disc}>
        <Icon name="person" />
      </span>
      {words && <p>{words}</p>}
    </div>
  )
}
