import { useEffect, useState } from 'react'

type Device = 'camera' | 'microphone'
type Chosen = Partial<Record<Device, string>>

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
  /** The id of the one that is used, or was asked for. */
  chosen: Chosen
  choose: (device: Device, id: string) => void
  /** Asks once more for what is missing. */
  again: () => void
  /** Gives them back until they are asked for again. */
  release: () => void
}

interface Found {
  asking: boolean
  stream?: MediaStream
  all: MediaDeviceInfo[]
}

/** What is to be used; with another, what is missing is asked for anew. */
interface Wish {
  chosen: Chosen
  released: boolean
}

/** The own camera and microphone; given back when the block goes. */
export function useDevices(): Devices {
  const [wish, setWish] = useState<Wish>({ chosen: {}, released: false })
  const [found, setFound] = useState<Found>({ asking: true, all: [] })
  const [held] = useState(() => createHeld((stream) => setFound((now) => ({ ...now, stream }))))
  useEffect(() => {
    if (wish.released) return undefined
    let gone = false
    void findDevices(held.lacks(), wish.chosen).then(({ tracks, all }) => {
      if (gone) return stopAll(tracks)
      held.take(tracks)
      setFound((now) => ({ ...now, asking: false, all }))
    })
    return () => void (gone = true)
  }, [wish, held])
  useEffect(() => () => held.giveBack(kinds), [held])
  useEffect(() => onDeviceChange((all) => setFound((now) => ({ ...now, all }))), [])
  const ask = (next: (now: Wish) => Wish) => {
    setFound((now) => ({ ...now, asking: true }))
    setWish(next)
  }
  return {
    asking: found.asking,
    stream: found.stream,
    cameras: found.all.filter(({ kind }) => kind === 'videoinput'),
    microphones: found.all.filter(({ kind }) => kind === 'audioinput'),
    chosen: {
      camera: idOf(trackOf(found.stream, 'video')) ?? wish.chosen.camera,
      microphone: idOf(trackOf(found.stream, 'audio')) ?? wish.chosen.microphone,
    },
    choose: (device, id) => {
      // Only of this kind, and before the other is asked for: a phone has but one camera open at a time.
      held.giveBack(device === 'camera' ? ['video'] : ['audio'])
      ask(({ chosen }) => ({ chosen: { ...chosen, [device]: id }, released: false }))
    },
    again: () => ask((now) => ({ ...now, released: false })),
    release: () => {
      held.giveBack(kinds)
      setFound((now) => ({ ...now, asking: false }))
      setWish((now) => ({ ...now, released: true }))
    },
  }
}

interface Held {
  /** The kinds of which there is none. */
  lacks: () => Kind[]
  take: (tracks: MediaStreamTrack[]) => void
  giveBack: (of: readonly Kind[]) => void
}

/** What the browser gave: kept while more is asked for, since somebody may see or hear it. */
function createHeld(onStream: (stream: MediaStream | undefined) => void): Held {
  let tracks: MediaStreamTrack[] = []
  function keep(next: MediaStreamTrack[]): void {
    tracks = next
    onStream(tracks.length > 0 ? new MediaStream(tracks) : undefined)
  }
  return {
    lacks: () => kinds.filter((kind) => !tracks.some((track) => track.kind === kind)),
    take(more) {
      // Unplugged, or taken back in the settings of the browser.
      for (const track of more)
        track.addEventListener('ended', () => tracks.includes(track) && keep(tracks.filter((each) => each !== track)))
      if (more.length > 0) keep([...tracks, ...more])
    },
    giveBack(of) {
      const given = tracks.filter(({ kind }) => of.some((each) => each === kind))
      stopAll(given)
      if (given.length > 0) keep(tracks.filter((track) => !given.includes(track)))
    },
  }
}

interface FoundDevices {
  tracks: MediaStreamTrack[]
  all: MediaDeviceInfo[]
}

/** Both together, so that the browser asks once; else each by itself, to go on with what there is. */
async function findDevices(wanted: readonly Kind[], { camera, microphone }: Chosen): Promise<FoundDevices> {
  const mediaDevices = ownDevices()
  if (!mediaDevices) return { tracks: [], all: [] }
  // `ideal`: one that has been unplugged since is no reason to have none.
  const constraints = {
    video: { ...(camera ? { deviceId: { ideal: camera } } : {}), width: { ideal: 1280 } },
    audio: microphone ? { deviceId: { ideal: microphone } } : true,
  }
  const ask = async (of: readonly Kind[]) => {
    const asked = Object.fromEntries(of.map((kind) => [kind, constraints[kind]]))
    return tracksOf(await mediaDevices.getUserMedia(asked).catch(() => undefined))
  }
  const together = wanted.length > 0 ? await ask(wanted) : []
  const apart = together.length === 0 && wanted.length > 1 ? [await ask(['video']), await ask(['audio'])].flat() : []
  const all = await mediaDevices.enumerateDevices().catch(() => [])
  return { tracks: [...together, ...apart], all }
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

function idOf(track: MediaStreamTrack | undefined): string | undefined {
  return track?.getSettings().deviceId
}

function stopAll(tracks: readonly MediaStreamTrack[]): void {
  for (const track of tracks) track.stop()
}
