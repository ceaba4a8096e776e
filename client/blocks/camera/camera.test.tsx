// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { drawBlock, exampleOf, fetchKinds, narrowTo } from '../../../tests/support/draw-block.tsx'
import { fakeXhr, refused, type FakeRequest } from '../../../tests/support/fake-xhr.ts'
import { middleOf } from './camera-picture.ts'

beforeAll(() => Promise.all([fetchKinds(), import('../../parts/sending-dialog.tsx')]))

const track = { stop: vi.fn() }
const getUserMedia = vi.fn()
const drawImage = vi.fn()
let requests: FakeRequest[]
let drawn: HTMLCanvasElement[]
beforeEach(() => {
  requests = fakeXhr()
  drawn = []
  getUserMedia.mockResolvedValue({ getTracks: () => [track] })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }))
  vi.stubGlobal('ImageBitmap', class {})
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve(Object.assign(new ImageBitmap(), { width: 700, height: 900 })),
  )
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: vi.fn() })
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({ drawImage }),
    toBlob(this: HTMLCanvasElement, hear: (blob: Blob) => void, type: string) {
      drawn.push(this)
      hear(new Blob(['png'], { type }))
    },
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

async function draw(more: Partial<BlockOf<'camera'>> = {}) {
  const fake = await drawBlock({ ...exampleOf('camera'), ...more })
  const video = screen.queryByLabelText('What the camera sees')
  if (video) fireEvent.loadedData(video)
  const press = (name: string) => fake.user.click(screen.getByRole('button', { name }))
  return { ...fake, press }
}
const answer = (at: number, status: number, body: unknown) => act(async () => requests[at]?.answer(status, body))

describe('the camera', () => {
  it('that looks away from the person is shown, and put out when the screen is left', async () => {
    await draw()
    expect(getUserMedia).toHaveBeenCalledWith({ video: { facingMode: 'environment' }, audio: false })
    expect(screen.getByLabelText('What the camera sees')).toBeTruthy()
    expect(track.stop).not.toHaveBeenCalled()
    cleanup()
    await expect.poll(() => track.stop.mock.calls.length).toBe(1)
  })

  it.each([
    ['wide', 1280, [700, 900]],
    ['narrow', 400, [270, 350]],
  ])(
    'takes a picture of the %s size, which is looked at first [1 §2.70 §9.11] [2 §4.44 §4.47]',
    async (_, width, size) => {
      narrowTo(width)
      const { press } = await draw()
      await press('Take a photo')
      expect(drawn.map((canvas) => [canvas.width, canvas.height])).toEqual([size])
      expect(screen.getByRole('img', { name: 'The photo you took' }).getAttribute('src')).toBe('blob:picture')
      await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }))
      expect(requests).toEqual([])
      await expect.poll(() => track.stop.mock.calls.length).toBeGreaterThan(0)
    },
  )

  it('takes no picture before it shows one', async () => {
    const { press, renew } = await draw()
    await renew({ ...exampleOf('camera'), id: 'other' })
    await press('Take a photo')
    expect(drawn).toEqual([])
    expect(screen.getByRole('button', { name: 'Take a photo' }).getAttribute('aria-busy')).toBe('true')
  })

  it.each([
    ['NotAllowedError', 'The camera is not allowed for this page. You can choose a photo instead.'],
    ['NotFoundError', 'There is no camera here. You can choose a photo instead.'],
    ['NotReadableError', 'There is no camera here. You can choose a photo instead.'],
  ])('that answers %s leaves words and a file of the device', async (name, words) => {
    getUserMedia.mockRejectedValue(new DOMException('no', name))
    const { press } = await draw()
    expect(screen.getByText(words)).toBeTruthy()
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
    expect([input.accept, input.getAttribute('capture')]).toEqual(['image/*', 'environment'])
    const files = [new File(['jpg'], 'IMG_1.jpg', { type: 'image/jpeg' })]
    await act(async () => void fireEvent.change(input, { target: { files } }))
    await press('Send')
    expect(requests).toHaveLength(1)
  })

  it('that the browser does not have is missing', async () => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: undefined }))
    await draw()
    expect(screen.getByText(/There is no camera here/)).toBeTruthy()
  })

  it('says so when a chosen file is no picture', async () => {
    getUserMedia.mockRejectedValue(new DOMException('no', 'NotFoundError'))
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')))
    await draw()
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
    await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'], 'a.jpg')] } }))
    expect(screen.getByRole('alert').textContent).toContain('The photo could not be sent.')
  })
})

describe('a photo', () => {
  it('is sent as PNG under the name of the block, and another one can be taken then [1 §2.70 §7.39]', async () => {
    const { press, portal } = await draw()
    await press('Take a photo')
    await press('Send')
    expect(screen.getByRole('progressbar')).toBeTruthy()
    const [field, [name, photo] = []] = requests[0]!.sent.fields
    expect(field).toEqual(['room', '7'])
    const { name: fileName, type } = photo as File
    expect([name, fileName, type]).toEqual(['file', 'room-7.png', 'image/png'])
    await answer(0, 200, { effects: [] })
    expect(portal.notices.get().map(({ text }) => text)).toEqual(['The photo has arrived.'])
    expect(screen.getByText('The photo has arrived.')).toBeTruthy()
    await press('Take another')
    expect(screen.getByRole('button', { name: 'Take a photo' })).toBeTruthy()
  })

  it('is the last one where no more are allowed', async () => {
    const { press } = await draw({ done: { message: 'Thank you.' } })
    await press('Take a photo')
    await press('Send')
    await answer(0, 200, { effects: [] })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('that fails stays, with the words of the server, and goes again under the same key', async () => {
    const { press } = await draw()
    await press('Take a photo')
    await press('Send')
    await answer(0, 422, refused('A virus was found.'))
    expect(screen.getByRole('alert').textContent).toContain('A virus was found.')
    await press('Try again')
    expect(requests[1]?.sent.key).toBe(requests[0]?.sent.key)
  })

  it('that is deleted is not sent, and the next one has a key of its own [1 §2.70] [2 §4.44]', async () => {
    const { press } = await draw()
    await press('Take a photo')
    await press('Send')
    await act(async () => requests[0]?.lose())
    await press('Delete')
    fireEvent.loadedData(screen.getByLabelText('What the camera sees'))
    await press('Take a photo')
    await press('Send')
    expect(requests[1]?.sent.key).not.toBe(requests[0]?.sent.key)
  })
})

it.each([
  ['wide picture for an upright one', { width: 1920, height: 1080 }, { x: 540, y: 0, width: 840, height: 1080 }],
  ['tall picture', { width: 700, height: 1800 }, { x: 0, y: 450, width: 700, height: 900 }],
  ['picture of that shape', { width: 1400, height: 1800 }, { x: 0, y: 0, width: 1400, height: 1800 }],
])('the middle of a %s is kept', (_, from, part) => {
  expect(middleOf(from, { width: 700, height: 900 })).toEqual(part)
})
