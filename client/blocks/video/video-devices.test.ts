// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useDevices } from './video-devices.ts'

/** A camera or a microphone that is in use. */
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
  wanted: string[]
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
let asks: Ask[]
let enumerateDevices = () => Promise.resolve(plugged)
let mediaDevices: EventTarget
beforeEach(() => {
  asks = []
  enumerateDevices = () => Promise.resolve(plugged)
  mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: () => enumerateDevices(),
    // Answers when a test does.
    getUserMedia: (constraints: object) =>
      new Promise((give, refuse) => asks.push(askFor(Object.keys(constraints), give, refuse))),
  })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices }))
  vi.stubGlobal('MediaStream', FakeStream)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function askFor(wanted: string[], give: (stream: FakeStream) => void, refuse: (why: Error) => void): Ask {
  return {
    wanted,
    give: async (...deviceIds) => {
      const tracks = deviceIds.map((id, at) => new FakeTrack(wanted[at] ?? '', id))
      await act(async () => give(new FakeStream(tracks)))
      return tracks
    },
    refuse: () => act(async () => refuse(new Error('NotAllowedError'))),
  }
}

/** The devices, once the first camera and microphone were given. */
async function drawDevices() {
  const { result, unmount } = renderHook(() => useDevices())
  const [camera, microphone] = await asks[0]!.give('front', 'desk')
  const tracks = () => result.current.stream?.getTracks() ?? []
  return { devices: () => result.current, tracks, camera: camera!, microphone: microphone!, unmount }
}

describe('the devices', () => {
  it('go on while the missing one is asked for, and whatever comes of that', async () => {
    const { devices, tracks, camera, microphone } = await drawDevices()
    act(() => camera.unplug())
    expect(tracks()).toEqual([microphone])
    act(() => devices().again())
    expect([asks[1]?.wanted, devices().asking]).toEqual([['video'], true])
    expect([microphone.readyState, tracks()]).toEqual(['live', [microphone]])
    await asks[1]!.refuse()
    expect([microphone.readyState, tracks(), devices().asking]).toEqual(['live', [microphone], false])
    act(() => devices().again())
    const [other] = await asks[2]!.give('back')
    expect([microphone.readyState, tracks()]).toEqual(['live', [microphone, other]])
  })

  it('of the other kind go on while another one is chosen', async () => {
    const { devices, tracks, camera, microphone } = await drawDevices()
    act(() => devices().choose('camera', 'back'))
    expect([asks[1]?.wanted, camera.readyState, microphone.readyState]).toEqual([['video'], 'ended', 'live'])
    const [other] = await asks[1]!.give('back')
    expect(tracks()).toEqual([microphone, other])
  })

  it('are those that the browser gave, whichever was asked for', async () => {
    const { devices } = await drawDevices()
    expect(devices().chosen).toEqual({ camera: 'front', microphone: 'desk' })
    act(() => devices().choose('microphone', 'ear'))
    expect(devices().chosen).toEqual({ camera: 'front', microphone: 'ear' })
    await asks[1]!.give('desk')
    expect(devices().chosen).toEqual({ camera: 'front', microphone: 'desk' })
  })

  it('are asked for one by one when not both can be had', async () => {
    const { result } = renderHook(() => useDevices())
    await asks[0]!.refuse()
    await asks[1]!.refuse()
    const [microphone] = await asks[2]!.give('desk')
    expect(asks.map(({ wanted }) => wanted)).toEqual([['video', 'audio'], ['video'], ['audio']])
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

  it('are given back when they are released, and asked for again after that', async () => {
    const { devices, camera, microphone } = await drawDevices()
    act(() => devices().release())
    expect([camera.readyState, microphone.readyState, devices().stream]).toEqual(['ended', 'ended', undefined])
    act(() => devices().again())
    expect(asks[1]?.wanted).toEqual(['video', 'audio'])
  })

  it('are given back when the block goes, also those that come later', async () => {
    const { devices, camera, microphone, unmount } = await drawDevices()
    act(() => camera.unplug())
    act(() => devices().again())
    unmount()
    const [late] = await asks[1]!.give('front')
    expect([microphone.readyState, late?.readyState]).toEqual(['ended', 'ended'])
  })
})
