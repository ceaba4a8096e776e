import { useEffect, useState } from 'react'

type Device = 'camera' | 'microphone'

export const kinds = ['video', 'audio'] as const
export type Kind = (typeof kinds)[number]

export interface Devices {
  /** While the browser asks the person for leave. */
  asking: boolean
  /** The own picture and sound; without what is missing. */
  stream?: MediaStream
  /** What there is to choose from. */
  cameras: MediaDeviceInfo[]
  microphones: MediaDeviceInfo[]
  chosen: Partial<Record<Device, string>>
  choose: (device: Device, id: string) => void
  /** Asks for them once more. */
  again: () => void
  /** Gives them back until they are asked for again. */
  release: () => void
}

interface Found {
  asking: boolean
  stream?: MediaStream
  all: MediaDeviceInfo[]
}

/** What is to be used; another one is asked for anew. */
interface Wish {
  chosen: Devices['chosen']
  released: boolean
}

/** The own camera and microphone; given back when the block goes. */
export function useDevices(): Devices {
  const [wish, setWish] = useState<Wish>({ chosen: {}, released: false })
  const [found, setFound] = useState<Found>({ asking: true, all: [] })
  useEffect(() => {
    if (wish.released) return undefined
    let stream: MediaStream | undefined
    let gone = false
    const lose = (track: MediaStreamTrack) =>
      setFound((now) => ({ ...now, asking: false, stream: without(now.stream, track) }))
    void findDevices(wish.chosen).then((now) => {
      stream = now.stream
      if (gone) return stopAll(stream)
      setFound({ ...now, asking: false })
      // Unplugged, or taken back in the settings of the browser.
      for (const track of tracksOf(stream)) track.addEventListener('ended', () => !gone && lose(track))
    })
    return () => {
      gone = true
      stopAll(stream)
    }
  }, [wish])
  useEffect(() => onDeviceChange((all) => setFound((now) => ({ ...now, all }))), [])
  const ask = (next: Wish) => {
    setFound({ ...found, asking: true })
    setWish(next)
  }
  return {
    asking: found.asking,
    stream: found.stream,
    cameras: found.all.filter(({ kind }) => kind === 'videoinput'),
    microphones: found.all.filter(({ kind }) => kind === 'audioinput'),
    chosen: wish.chosen,
    choose: (device, id) => ask({ chosen: { ...wish.chosen, [device]: id }, released: false }),
    again: () => ask({ ...wish, released: false }),
    release: () => {
      setWish({ ...wish, released: true })
      setFound({ ...found, stream: undefined })
    },
  }
}

/** Both together, so that the browser asks once; else each by itself, to go on with what there is. */
async function findDevices({ camera, microphone }: Devices['chosen']): Promise<Omit<Found, 'asking'>> {
  const mediaDevices = ownDevices()
  if (!mediaDevices) return { all: [] }
  // `ideal`: one that has been unplugged since is no reason to have none.
  const video = { ...(camera ? { deviceId: { ideal: camera } } : {}), width: { ideal: 1280 } }
  const audio = microphone ? { deviceId: { ideal: microphone } } : true
  const ask = (wanted: MediaStreamConstraints) => mediaDevices.getUserMedia(wanted).catch(() => undefined)
  const both = await ask({ video, audio })
  const parts = both ? [both] : [await ask({ video }), await ask({ audio })]
  const tracks = parts.flatMap(tracksOf)
  const all = await mediaDevices.enumerateDevices().catch(() => [])
  return { all, ...(tracks.length > 0 ? { stream: new MediaStream(tracks) } : {}) }
}

/** Browsers hide it from pages that are not secure. */
function ownDevices(): MediaDevices | undefined {
  return (navigator as { mediaDevices?: MediaDevices }).mediaDevices
}

/** Hears of what is plugged in and out; answers how to stop that. */
function onDeviceChange(hear: (all: MediaDeviceInfo[]) => void): (() => void) | undefined {
  const mediaDevices = ownDevices()
  const look = () => void mediaDevices?.enumerateDevices().then(hear, () => undefined)
  mediaDevices?.addEventListener('devicechange', look)
  return () => mediaDevices?.removeEventListener('devicechange', look)
}

export function trackOf(stream: MediaStream | undefined, kind: Kind): MediaStreamTrack | undefined {
  return tracksOf(stream).find((track) => track.kind === kind)
}

function tracksOf(stream: MediaStream | undefined): MediaStreamTrack[] {
  return stream?.getTracks() ?? []
}

function without(stream: MediaStream | undefined, gone: MediaStreamTrack): MediaStream | undefined {
  const rest = tracksOf(stream).filter((track) => track !== gone)
  return rest.length > 0 ? new MediaStream(rest) : undefined
}

function stopAll(stream: MediaStream | undefined): void {
  for (const track of tracksOf(stream)) track.stop()
}
