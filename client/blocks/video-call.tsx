import { useEffect, useRef, useState } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { presence } from '../app/idle.ts'
import { usePortal } from '../app/portal-context.ts'
import { announce } from '../render/announce.ts'
import button from './parts/button.module.css'
import { Words } from './parts/words.tsx'
import { hasKind } from './video-check.tsx'
import { openLine, type Line, type LineState } from './video-line.ts'
import { VideoPicture } from './video-picture.tsx'
import look from './video.module.css'

type Video = BlockOf<'video'>

interface CallProps {
  block: Video
  /** The own picture and sound. */
  stream: MediaStream | undefined
  onOver: () => void
}

const presentEveryMs = 20_000

/** The call itself: the other large, oneself small. Taking it back to this device begins it anew. */
export function VideoCall(call: CallProps) {
  const [tries, setTries] = useState(0)
  return <RunningCall key={tries} {...call} onTakeBack={() => setTries(tries + 1)} />
}

function RunningCall({ block, stream, onOver, onTakeBack }: CallProps & { onTakeBack: () => void }) {
  const { state, theirs, line } = useLine({ block, stream, onOver })
  const words = state === 'ended' ? '' : block.states[state]
  useSpoken(words)
  usePresence(state === 'connected' || state === 'waiting')
  if (state === 'taken' || state === 'refused' || state === 'full')
    return (
      <section className={look.call} aria-label={block.label ?? block.other}>
        <p className={look.status}>{words}</p>
        {block.phone && <Phone words={block.phone} />}
        {state === 'taken' && (
          <button type="button" className={button.primary} onClick={onTakeBack}>
            {block.states.takeBack}
          </button>
        )}
      </section>
    )
  return (
    <section className={look.call} aria-label={block.label ?? block.other}>
      <p className={look.status}>{words}</p>
      {state !== 'connected' && block.phone && <Phone words={block.phone} />}
      <div className={look.stage}>
        <VideoPicture stream={theirs} label={block.other} />
        {hasKind(stream, 'video') && <VideoPicture stream={stream} label={block.self} own className={look.small} />}
      </div>
      <Controls block={block} stream={stream} line={line} onLeave={onOver} />
    </section>
  )
}

function Phone({ words }: { words: NonNullable<Video['phone']> }) {
  return (
    <p className={look.note}>
      <Words words={words} />
    </p>
  )
}

/** Content that is fetched again must not break a call. */
function useLine({ block, stream, onOver }: CallProps) {
  const [state, setState] = useState<LineState>('connecting')
  const [theirs, setTheirs] = useState<MediaStream>()
  const line = useRef<Line>(undefined)
  const latest = useRef({ block, onOver })
  useEffect(() => {
    latest.current = { block, onOver }
  })
  useEffect(() => {
    const { pass, iceServers } = latest.current.block
    const onState = (now: LineState) => {
      setState(now)
      if (now === 'ended') latest.current.onOver()
    }
    const opened = (line.current = openLine({ pass, iceServers, stream, onState, onStream: setTheirs }))
    return () => opened.close()
  }, [stream])
  return { state, theirs, line }
}

function useSpoken(words: string): void {
  useEffect(() => {
    if (words) announce(words, 'polite')
  }, [words])
}

/** Who waits or listens touches nothing, and is there all the same. */
function usePresence(isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return undefined
    const say = () => void window.dispatchEvent(new Event(presence))
    say()
    const timer = setInterval(say, presentEveryMs)
    return () => clearInterval(timer)
  }, [isThere])
}

interface ControlsProps {
  block: Video
  stream: MediaStream | undefined
  line: { current: Line | undefined }
  onLeave: () => void
}

function Controls({ block: { controls, ends }, stream, line, onLeave }: ControlsProps) {
  const { dialogs } = usePortal()
  const end = async () => {
    if (controls.confirmEnd && !(await dialogs.ask(controls.confirmEnd))) return
    if (ends) return line.current?.end()
    line.current?.close()
    onLeave()
  }
  return (
    <div className={look.controls}>
      <Toggle label={controls.mute} tracks={stream?.getAudioTracks() ?? []} />
      <Toggle label={controls.hide} tracks={stream?.getVideoTracks() ?? []} />
      <button type="button" className={button.danger} onClick={() => void end()}>
        {controls.end}
      </button>
    </div>
  )
}

/** Pressed while the tracks are off. Absent without a device. */
function Toggle({ label, tracks }: { label: string; tracks: MediaStreamTrack[] }) {
  const [off, setOff] = useState(() => tracks.some(({ enabled }) => !enabled))
  if (tracks.length === 0) return null
  const toggle = () => {
    enable(tracks, off)
    setOff(!off)
  }
  return (
    <button type="button" className={`${button.secondary} ${look.toggle}`} aria-pressed={off} onClick={toggle}>
      {label}
    </button>
  )
}

function enable(tracks: MediaStreamTrack[], on: boolean): void {
  for (const track of tracks) track.enabled = on
}
