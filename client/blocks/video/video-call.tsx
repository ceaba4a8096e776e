import { useEffect, useRef, useState } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { presence } from '../../base/presence.ts'
import { announce } from '../../base/announce.ts'
import { focusOn } from '../../base/focus.ts'
import button from '../../parts/button.module.css'
import { Words } from '../../parts/words.tsx'
import { VideoControls } from './video-controls.tsx'
import { DeviceProblem } from './video-device-choice.tsx'
import type { Devices } from './video-devices.ts'
import { openLine, type Line, type LineState } from './video-line.ts'
import { useOwn, type Own } from './video-own.ts'
import type { Sending } from './video-sending.ts'
import { useAlone } from './video-alone.ts'
import { useQuality } from './video-quality.ts'
import { VideoStage } from './video-stage.tsx'
import look from './video.module.css'

type Video = BlockOf<'video'>

interface CallProps {
  block: Video
  devices: Devices
  onOver: () => void
}

const presentEveryMs = 20_000

/** The running call. Moving it back to this device starts a new connection. */
export function VideoCall(call: CallProps) {
  const [tries, setTries] = useState(0)
  const own = useOwn(call.devices.stream, call.block.states)
  const takeBack = () => {
    call.devices.again()
    setTries(tries + 1)
  }
  return <RunningCall key={tries} {...call} own={own} onTakeBack={takeBack} />
}

function RunningCall({ block, devices, own, onOver, onTakeBack }: CallProps & { own: Own; onTakeBack: () => void }) {
  const { state, theirs, sent, line } = useLine({ block, own, onOver })
  const [isLeft, setLeft] = useState(false)
  const place = useRef<HTMLElement>(null)
  const words = wordsOf(block.states, state)
  const isOut = isLeft || ['taken', 'refused', 'full', 'ended'].includes(state)
  const isOn = state === 'connected'
  const quality = useQuality(line, isOn)
  useSpoken(words)
  usePresence(['connected', 'waiting', 'left'].includes(state))
  useAlone(place, !isOut)
  // The control that had the focus is gone, so the focus moves to the call.
  useEffect(() => focusOn(place.current), [isOut])
  useReleased(devices, isOut && !isLeft && state !== 'ended')
  const end = () => {
    if (block.ends) return line.current?.end()
    line.current?.close()
    setLeft(true)
    onOver()
  }
  const label = block.label ?? block.other
  if (isOut)
    return (
      <section ref={place} className={look.out} aria-label={label}>
        <p className={look.status}>{words}</p>
        {state === 'taken' && (
          <p>
            <button type="button" className={button.primary} onClick={onTakeBack}>
              {block.states.takeBack}
            </button>
          </p>
        )}
        <OtherWay block={block} />
      </section>
    )
  return (
    <section ref={place} className={look.call} aria-label={label}>
      <div className={look.top}>
        <p className={look.plate}>{block.other}</p>
        <p className={look.status}>{words}</p>
        {quality && block.states.quality && (
          <p className={`${look.quality} ${look[quality]}`}>{block.states.quality[quality]}</p>
        )}
        {!isOn && <OtherWay block={block} />}
        <DeviceProblem check={block.check} devices={devices} />
      </div>
      <VideoStage block={block} own={own} theirs={theirs} sent={sent} state={state} />
      <VideoControls block={block} own={own} devices={devices} onEnd={end} />
    </section>
  )
}

/** How to reach the other participant if the call does not work. */
function OtherWay({ block: { phone } }: Pick<CallProps, 'block'>) {
  return phone ? (
    <p className={look.note}>
      <Words words={phone} />
    </p>
  ) : null
}

function wordsOf(states: Video['states'], state: LineState): string {
  if (state === 'ended') return ''
  return state === 'left' ? (states.left ?? states.waiting) : states[state]
}

const everything: Sending = { video: true, audio: true }

/** Neither refetched content nor another camera may interrupt a call, so the effect opens the line once. */
function useLine({ block, own, onOver }: Pick<CallProps, 'block' | 'onOver'> & { own: Own }) {
  const [state, setState] = useState<LineState>('connecting')
  const [theirs, setTheirs] = useState<MediaStream>()
  const [sent, setSent] = useState(everything)
  const line = useRef<Line>(undefined)
  const { stream, sending } = own
  const latest = useRef({ block, onOver, stream, sending })
  useEffect(() => {
    latest.current = { block, onOver, stream, sending }
  })
  useEffect(() => {
    const { block: now, stream: first, sending: firstSending } = latest.current
    const opened = (line.current = openLine({
      pass: now.pass,
      iceServers: now.iceServers,
      stream: first,
      sending: firstSending,
      onState: (next) => {
        setState(next)
        if (next === 'ended') latest.current.onOver()
      },
      onStream: (next) => {
        setTheirs(next)
        setSent(everything)
      },
      onSending: setSent,
    }))
    return () => opened.close()
  }, [])
  useEffect(() => line.current?.use(stream), [stream])
  useEffect(
    () => line.current?.reportSending({ video: sending.video, audio: sending.audio }),
    [sending.video, sending.audio],
  )
  return { state, theirs, sent, line }
}

/** Releases camera and microphone when this participant has left: another window may need them. */
function useReleased({ release }: Devices, isOut: boolean): void {
  const latest = useRef(release)
  useEffect(() => {
    latest.current = release
  })
  useEffect(() => {
    if (isOut) latest.current()
  }, [isOut])
}

function useSpoken(words: string): void {
  useEffect(() => {
    if (words) announce(words, 'polite')
  }, [words])
}

/** A participant who waits or listens gives no input, so presence is reported for them. */
function usePresence(isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return undefined
    const say = () => void window.dispatchEvent(new Event(presence))
    say()
    const timer = setInterval(say, presentEveryMs)
    return () => clearInterval(timer)
  }, [isThere])
}
