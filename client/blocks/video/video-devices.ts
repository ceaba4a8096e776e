import { useEffect, useState } from 'react'

type Device = 'camera' | 'microphone'
type Chosen = Partial<Record<Device, string>>

export const kinds = ['video', 'audio'] as const
export type Kind = (typeof kinds)[number]

export interface Devices {
  /** Whether the browser is asking for permission. */
  asking: boolean
  /** The own picture and sound, without missing devices. */
  stream?: MediaStream
  /** The devices to choose from. */
  cameras: MediaDeviceInfo[]
  microphones: MediaDeviceInfo[]
  /** The ids of the devices in use, or the requested ones. */
  chosen: Chosen
  choose: (device: Device, id: string) => void
  /** Requests the missing devices again. */
  again: () => void
  /** Stops camera and microphone until they are requested again. */
  release: () => void
}

interface DeviceState {
  asking: boolean
  stream?: MediaStream
  all: MediaDeviceInfo[]
}

/** The devices to use; a new value requests those that are missing. */
interface DeviceRequest {
  chosen: Chosen
  released: boolean
}

/** The own camera and microphone; stopped on unmount. */
export function useDevices(): Devices {
  const [request, setRequest] = useState<DeviceRequest>({ chosen: {}, released: false })
  const [state, setState] = useState<DeviceState>({ asking: true, all: [] })
  const [held] = useState(() => createHeld((stream) => setState((now) => ({ ...now, stream }))))
  useEffect(() => {
    if (request.released) return undefined
    let gone = false
    void openDevices(held.lacks(), request.chosen).then(({ tracks, all }) => {
      if (gone) return stopAll(tracks)
      held.take(tracks)
      setState((now) => ({ ...now, asking: false, all }))
    })
    return () => void (gone = true)
  }, [request, held])
  useEffect(() => () => held.release(kinds), [held])
  useEffect(() => onDeviceChange((all) => setState((now) => ({ ...now, all }))), [])
  const ask = (next: (now: DeviceRequest) => DeviceRequest) => {
    setState((now) => ({ ...now, asking: true }))
    setRequest(next)
  }
  return {
    asking: state.asking,
    stream: state.stream,
    cameras: state.all.filter(({ kind }) => kind === 'videoinput'),
    microphones: state.all.filter(({ kind }) => kind === 'audioinput'),
    chosen: {
      camera: idOf(trackOf(state.stream, 'video')) ?? request.chosen.camera,
      microphone: idOf(trackOf(state.stream, 'audio')) ?? request.chosen.microphone,
    },
    choose: (device, id) => {
      // Stops only this kind, and before the next request: a phone can open one camera at a time.
      held.release(device === 'camera' ? ['video'] : ['audio'])
      ask(({ chosen }) => ({ chosen: { ...chosen, [device]: id }, released: false }))
    },
    again: () => ask((now) => ({ ...now, released: false })),
    release: () => {
      held.release(kinds)
      setState((now) => ({ ...now, asking: false }))
      setRequest((now) => ({ ...now, released: true }))
    },
  }
}

interface Held {
  /** The kinds without a track. */
  lacks: () => Kind[]
  take: (tracks: MediaStreamTrack[]) => void
  release: (of: readonly Kind[]) => void
}

/**
 * The tracks from the browser. They are kept while others are requested, because the other participant may be receiving
 * them.
 */
function createHeld(onStream: (stream: MediaStream | undefined) => void): Held {
  let tracks: MediaStreamTrack[] = []
  function keep(next: MediaStreamTrack[]): void {
    tracks = next
    onStream(tracks.length > 0 ? new MediaStream(tracks) : undefined)
  }
  return {
    lacks: () => kinds.filter((kind) => !tracks.some((track) => track.kind === kind)),
    take(more) {
      // The device was unplugged, or permission was withdrawn in the browser settings.
      for (const track of more)
        track.addEventListener('ended', () => tracks.includes(track) && keep(tracks.filter((each) => each !== track)))
      if (more.length > 0) keep([...tracks, ...more])
    },
    release(of) {
      const given = tracks.filter(({ kind }) => of.some((each) => each === kind))
      stopAll(given)
      if (given.length > 0) keep(tracks.filter((track) => !given.includes(track)))
    },
  }
}

interface OpenedDevices {
  tracks: MediaStreamTrack[]
  all: MediaDeviceInfo[]
}

/**
 * Requests both kinds at once, so that the browser prompts once; if that fails, each kind separately, to use what is
 * available.
 */
async function openDevices(missing: readonly Kind[], { camera, microphone }: Chosen): Promise<OpenedDevices> {
  const mediaDevices = ownDevices()
  if (!mediaDevices) return { tracks: [], all: [] }
  // `ideal`, because a device that has been unplugged since must not make the request fail.
  const constraints = {
    video: { ...(camera ? { deviceId: { ideal: camera } } : {}), width: { ideal: 1280 } },
    audio: microphone ? { deviceId: { ideal: microphone } } : true,
  }
  const ask = async (of: readonly Kind[]) => {
    const requested = Object.fromEntries(of.map((kind) => [kind, constraints[kind]]))
    return tracksOf(await mediaDevices.getUserMedia(requested).catch(() => undefined))
  }
  const together = missing.length > 0 ? await ask(missing) : []
  const apart = together.length === 0 && missing.length > 1 ? [await ask(['video']), await ask(['audio'])].flat() : []
  const all = await mediaDevices.enumerateDevices().catch(() => [])
  return { tracks: [...together, ...apart], all }
}

/** Browsers hide it from insecure pages. */
function ownDevices(): MediaDevices | undefined {
  return (navigator as { mediaDevices?: MediaDevices }).mediaDevices
}

/** Calls `hear` when a device is plugged in or out. Returns the function that stops this. */
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
