// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useDevices } from './video-devices.ts'

/** A camera or microphone track in use. */
class FakeTrack extends EventTarget {
  readyState: 'live' | 'ended' = 'live'
  readonly kind: string
  readonly deviceId: string
  constructor(kind: string, deviceId: string) {
    super()
    this.kind = kind
    this.deviceId = deviceId
  }
  getSettings = () => ({ deviceId: this.deviceId })
  stop(): void {
    this.readyState = 'ended'
  }
  unplug(): void {
    this.stop()
    this.dispatchEvent(new Event('ended'))
  }
}
class FakeStream {
  readonly getTracks: () => FakeTrack[]
  constructor(tracks: FakeTrack[]) {
    this.getTracks = () => tracks
  }
}

interface Ask {
  kinds: string[]
  give: (...deviceIds: string[]) => Promise<FakeTrack[]>
  refuse: () => Promise<void>
}
const device = (kind: string, deviceId: string) => ({ kind, deviceId, label: deviceId })
const plugged = [
  device('videoinput', 'front'),
  device('videoinput', 'back'),
  device('audioinput', 'desk'),
  device('audioinput', 'ear'),
]
let requests: Ask[]
let enumerateDevices = () => Promise.resolve(plugged)
let mediaDevices: EventTarget
beforeEach(() => {
  requests = []
  enumerateDevices = () => Promise.resolve(plugged)
  mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: () => enumerateDevices(),
    // Resolves when the test says so.
    getUserMedia: (constraints: object) =>
      new Promise((give, refuse) => requests.push(askFor(Object.keys(constraints), give, refuse))),
  })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices }))
  vi.stubGlobal('MediaStream', FakeStream)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function askFor(kinds: string[], give: (stream: FakeStream) => void, refuse: (why: Error) => void): Ask {
  return {
    kinds,
    give: async (...deviceIds) => {
      const tracks = deviceIds.map((id, at) => new FakeTrack(kinds[at] ?? '', id))
      await act(async () => give(new FakeStream(tracks)))
      return tracks
    },
    refuse: () => act(async () => refuse(new Error('NotAllowedError'))),
  }
}

/** Renders the devices, after the first camera and microphone were granted. */
async function drawDevices() {
  const { result, unmount } = renderHook(() => useDevices())
  const [camera, microphone] = await requests[0]!.give('front', 'desk')
  const tracks = () => result.current.stream?.getTracks() ?? []
  return { devices: () => result.current, tracks, camera: camera!, microphone: microphone!, unmount }
}

describe('the devices', () => {
  it('go on while the missing one is requested, whatever the result', async () => {
    const { devices, tracks, camera, microphone } = await drawDevices()
    act(() => camera.unplug())
    expect(tracks()).toEqual([microphone])
    act(() => devices().again())
    expect([requests[1]?.kinds, devices().asking]).toEqual([['video'], true])
    expect([microphone.readyState, tracks()]).toEqual(['live', [microphone]])
    await requests[1]!.refuse()
    expect([microphone.readyState, tracks(), devices().asking]).toEqual(['live', [microphone], false])
    act(() => devices().again())
    const [other] = await requests[2]!.give('back')
    expect([microphone.readyState, tracks()]).toEqual(['live', [microphone, other]])
  })

  it('of the other kind go on while another one is chosen', async () => {
    const { devices, tracks, camera, microphone } = await drawDevices()
    act(() => devices().choose('camera', 'back'))
    expect([requests[1]?.kinds, camera.readyState, microphone.readyState]).toEqual([['video'], 'ended', 'live'])
    const [other] = await requests[1]!.give('back')
    expect(tracks()).toEqual([microphone, other])
  })

  it('are those that the browser gave, whichever was requested', async () => {
    const { devices } = await drawDevices()
    expect(devices().chosen).toEqual({ camera: 'front', microphone: 'desk' })
    act(() => devices().choose('microphone', 'ear'))
    expect(devices().chosen).toEqual({ camera: 'front', microphone: 'ear' })
    await requests[1]!.give('desk')
    expect(devices().chosen).toEqual({ camera: 'front', microphone: 'desk' })
  })

  it('are requested one by one when both together fail', async () => {
    const { result } = renderHook(() => useDevices())
    await requests[0]!.refuse()
    await requests[1]!.refuse()
    const [microphone] = await requests[2]!.give('desk')
    expect(requests.map(({ kinds }) => kinds)).toEqual([['video', 'audio'], ['video'], ['audio']])
    expect([result.current.stream?.getTracks(), result.current.asking]).toEqual([[microphone], false])
  })

  it('that are plugged in are known, whatever is done in the same moment', async () => {
    const { devices } = await drawDevices()
    const { release } = devices()
    enumerateDevices = () => Promise.resolve(plugged.slice(0, 3))
    await act(async () => mediaDevices.dispatchEvent(new Event('devicechange')))
    act(() => release())
    expect([devices().cameras, devices().microphones].map((all) => all.length)).toEqual([2, 1])
  })

  it('are stopped when they are released, and requested again after that', async () => {
    const { devices, camera, microphone } = await drawDevices()
    act(() => devices().release())
    expect([camera.readyState, microphone.readyState, devices().stream]).toEqual(['ended', 'ended', undefined])
    act(() => devices().again())
    expect(requests[1]?.kinds).toEqual(['video', 'audio'])
  })

  it('are stopped when the block goes, also those that arrive later', async () => {
    const { devices, camera, microphone, unmount } = await drawDevices()
    act(() => camera.unplug())
    act(() => devices().again())
    unmount()
    const [late] = await requests[1]!.give('front')
    expect([microphone.readyState, late?.readyState]).toEqual(['ended', 'ended'])
  })
})
