export interface Size {
  width: number
  height: number
}
interface Cut extends Size {
  x: number
  y: number
}

/** Returns the largest centered part of a picture that has the aspect ratio of `target`. */
export function middleOf(from: Size, target: Size): Cut {
  const scale = Math.min(from.width / target.width, from.height / target.height)
  const [width, height] = [target.width * scale, target.height * scale]
  return { x: (from.width - width) / 2, y: (from.height - height) / 2, width, height }
}

/** Returns the current picture of a source as PNG, scaled to `target`. Rejects if the browser cannot draw it. */
export function pictureOf(source: HTMLVideoElement | ImageBitmap, target: Size): Promise<Blob> {
  const from = source instanceof ImageBitmap ? source : { width: source.videoWidth, height: source.videoHeight }
  const { x, y, width, height } = middleOf(from, target)
  const canvas = Object.assign(document.createElement('canvas'), target)
  canvas.getContext('2d')?.drawImage(source, x, y, width, height, 0, 0, target.width, target.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}
