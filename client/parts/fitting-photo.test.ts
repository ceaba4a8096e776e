// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fittingPhoto, numbered } from './fitting-photo.ts'

const limits = { accept: ['image/jpeg', 'image/png'], maxBytes: 1000 }
const photo = (bytes: number, type = 'image/jpeg', name = 'image.jpg') =>
  new File([new Uint8Array(bytes)], name, { type })
let sizes: [number, number][]

beforeEach(() => {
  sizes = []
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 6000, height: 4000 }))
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({ drawImage: () => undefined }),
    toBlob(this: HTMLCanvasElement, hear: (blob: Blob) => void, type: string) {
      sizes.push([this.width, this.height])
      hear(new Blob(['jpg'], { type }))
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

it('a photo that may be sent stays as it is', async () => {
  const own = photo(1000)
  expect(await fittingPhoto(own, limits)).toBe(own)
  expect(sizes).toEqual([])
})

it.each([
  ['too large', photo(1001)],
  ['of another type', photo(10, 'image/heic', 'image.heic')],
])('a photo that is %s is drawn anew', async (_, own) => {
  const drawn = await fittingPhoto(own, limits)
  expect([drawn.name, drawn.type, drawn.size]).toEqual(['image.jpg', 'image/jpeg', 3])
  expect(sizes).toEqual([[3000, 2000]])
})

it('what is no picture stays as it is', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')))
  const own = photo(1001)
  expect(await fittingPhoto(own, limits)).toBe(own)
})

it('photos of one name are told apart by a number', () => {
  expect([1, 2, 3].map((count) => numbered(photo(1), count).name)).toEqual(['image.jpg', 'image-2.jpg', 'image-3.jpg'])
})
