import { useState } from 'react'
import { useRun } from '../actions/use-run.ts'
import type { BlockProps } from '../render/block-props.ts'
import { VideoCall } from './video-call.tsx'
import { VideoCheck } from './video-check.tsx'
import { useDevices } from './video-devices.ts'
import look from './video.module.css'

/** A call of two: first a look at the own devices, then the call. */
export function VideoBlock({ block }: BlockProps<'video'>) {
  const [joined, setJoined] = useState(false)
  const devices = useDevices()
  const { run } = useRun()
  if (!('RTCPeerConnection' in window) && joined) return <p className={look.status}>{block.states.noSupport}</p>
  if (!joined) return <VideoCheck block={block} devices={devices} onJoin={() => setJoined(true)} />
  return <VideoCall block={block} stream={devices.stream} onOver={() => void run(block.ended)} />
}
