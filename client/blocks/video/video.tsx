import { useState } from 'react'
import { useRun } from '../../actions/use-run.ts'
import type { BlockProps } from '../../render/block-props.ts'
import { Words } from '../../parts/words.tsx'
import { VideoCall } from './video-call.tsx'
import { VideoCheck } from './video-check.tsx'
import { useDevices } from './video-devices.ts'
import look from './video.module.css'

/** A call of two participants: first a check of the own devices, then the call. */
export function VideoBlock({ block }: BlockProps<'video'>) {
  return 'RTCPeerConnection' in window ? <Possible block={block} /> : <Impossible block={block} />
}

function Possible({ block }: Pick<BlockProps<'video'>, 'block'>) {
  const [joined, setJoined] = useState(false)
  const devices = useDevices()
  const { run } = useRun()
  if (!joined) return <VideoCheck block={block} devices={devices} onJoin={() => setJoined(true)} />
  return <VideoCall block={block} devices={devices} onOver={() => void run(block.ended)} />
}

function Impossible({ block: { states, phone } }: Pick<BlockProps<'video'>, 'block'>) {
  return (
    <div className={look.out}>
      <p className={look.status}>{states.noSupport}</p>
      {phone && (
        <p className={look.note}>
          <Words words={phone} />
        </p>
      )}
    </div>
  )
}
