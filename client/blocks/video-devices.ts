import { useEffect, useState } from 'react'

type Kind = 'camera' | 'microphone'

export interface Devices {
  /** While the browser asks the person for leave. */
  asking: boolean
  /** The own picture and sound; without what is missing. */
  stream?: MediaStream
  /** What there is to choose from. */
  cameras: MediaDeviceInfo[]
  microphones: MediaDeviceInfo[]
  chosen: Partial<Record<Kind, string>>
  choose: (kind: Kind, id: string) => void
  again: () => void
}

interface Found {
  asking: boolean
  stream?: MediaStream
  all: MediaDeviceInfo[]
}

/** The own camera and microphone; given back when the block goes. */
export function useDevices(): Devices {
  const [chosen, setChosen] = useState<Partial<Record<Kind, string>>>({})
  const [tries, setTries] = useState(0)
  const [found, setFound] = useState<Found>({ asking: true, all: [] })
  useEffect(() => {
    let stream: MediaStream | undefined
    let gone = false
    void findDevices(chosen).then((now) => {
      stream = now.stream
      if (gone) stopAll(stream)
      else setFound({ ...now, asking: false })
    })
    return () => {
      gone = true
      stopAll(stream)
    }
  }, [chosen, tries])
  const ask = () => setFound({ ...found, asking: true })
  const choose = (kind: Kind, id: string) => {
    ask()
    setChosen({ ...chosen, [kind]: id })
  }
  const again = () => {
    ask()
    setTries(tries + 1)
  }
  return {
    asking: found.asking,
    stream: found.stream,
    cameras: found.all.filter(({ kind }) => kind === 'videoinput'),
    microphones: found.all.filter(({ kind }) => kind === 'audioinput'),
    chosen,
    choose,
    again,
  }
}

/** Both together, so that the browser asks once; else each by itself, to go on with what there is. */
async function findDevices({ camera, microphone }: Devices['chosen']): Promise<Omit<Found, 'asking'>> {
  // Browsers hide it from pages that are not secure.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  if (!mediaDevices) return { all: [] }
  const video = { ...(camera ? { deviceId: { exact: camera } } : {}), width: { ideal: 1280 } }
  const audio = microphone ? { deviceId: { exact: microphone } } : true
  const ask = (wanted: MediaStreamConstraints) => mediaDevices.getUserMedia(wanted).catch(() => undefined)
  const both = await ask({ video, audio })
  const parts = both ? [both] : [await ask({ video }), await ask({ audio })]
  const tracks = parts.flatMap((part) => part?.getTracks() ?? [])
  const all = await mediaDevices.enumerateDevices().catch(() => [])
  return { all, ...(tracks.length > 0 ? { stream: new MediaStream(tracks) } : {}) }
}

function stopAll(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
