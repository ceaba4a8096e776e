/** In px: enough to read a page of small print. */
const longestSide = 3000

interface Limits {
  accept: readonly string[]
  maxBytes: number
}

/**
 * Returns a photo of a device's camera as it is, or drawn anew as JPEG if it is too large or of another type: the user
 * cannot change what a camera makes. What cannot be drawn stays as it is, and is refused with a reason.
 */
export async function fittingPhoto(photo: File, { accept, maxBytes }: Limits): Promise<File> {
  if (accept.includes(photo.type) && photo.size <= maxBytes) return photo
  try {
    const picture = await createImageBitmap(photo)
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    return blob ? new File([blob], `${stemOf(photo.name)}.jpg`, { type: blob.type }) : photo
  } catch {
    return photo
  }
}

/** Devices give all their photos one name: from the second one on, it gets a number. */
export function numbered(photo: File, count: number): File {
  if (count < 2) return photo
  const ending = photo.name.slice(stemOf(photo.name).length)
  return new File([photo], `${stemOf(photo.name)}-${count}${ending}`, { type: photo.type })
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '')
}
