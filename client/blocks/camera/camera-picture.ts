export interface Size {
  width: number
  height: number
}
interface Cut extends Size {
  x: number
  y: number
}

/** The largest middle part of a picture that has the wanted shape. */
export function middleOf(from: Size, wanted: Size): Cut {
  const scale = Math.min(from.width / wanted.width, from.height / wanted.height)
  const [width, height] = [wanted.width * scale, wanted.height * scale]
  return { x: (from.width - width) / 2, y: (from.height - height) / 2, width, height }
}

/** The picture that a source shows, as PNG in the wanted size. Rejects where the browser cannot draw it. */
export function pictureOf(source: HTMLVideoElement | ImageBitmap, wanted: Size): Promise<Blob> {
  const from = source instanceof ImageBitmap ? source : { width: source.videoWidth, height: source.videoHeight }
  const { x, y, width, height } = middleOf(from, wanted)
  const canvas = Object.assign(document.createElement('canvas'), wanted)
  canvas.getContext('2d')?.drawImage(source, x, y, width, height, 0, 0, wanted.width, wanted.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}
