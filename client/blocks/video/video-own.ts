import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { announce } from '../../base/announce.ts'
import { kinds, trackOf, type Kind } from './video-devices.ts'
import type { Sending } from './video-sending.ts'

type Off = Record<Kind, boolean>

/** What the user chose to send. It is kept when devices change, so that a muted user stays muted. */
export interface Own {
  stream: MediaStream | undefined
  off: Off
  /** What the peer receives. */
  sending: Sending
  toggle: (kind: Kind) => void
}

export function useOwn(stream: MediaStream | undefined, states: BlockOf<'video'>['states']): Own {
  const [off, setOff] = useState<Off>({ video: false, audio: false })
  // A layout effect, so that it runs before the effects that send the track.
  useLayoutEffect(() => {
    for (const kind of kinds) {
      const track = trackOf(stream, kind)
      if (track) track.enabled = !off[kind]
    }
  }, [stream, off])
  const before = useRef(off)
  useEffect(() => {
    for (const kind of kinds) if (off[kind] !== before.current[kind]) say(wordsFor(states, { kind, off: off[kind] }))
    before.current = off
  }, [off, states])
  const sends = (kind: Kind) => trackOf(stream, kind) !== undefined && !off[kind]
  return {
    stream,
    off,
    sending: { video: sends('video'), audio: sends('audio') },
    toggle: (kind) => setOff({ ...off, [kind]: !off[kind] }),
  }
}

function wordsFor(states: BlockOf<'video'>['states'], { kind, off }: { kind: Kind; off: boolean }): string | undefined {
  if (kind === 'audio') return off ? states.muted : states.heard
  return off ? states.hidden : states.seen
}

function say(words: string | undefined): void {
  if (words) announce(words, 'polite')
}
