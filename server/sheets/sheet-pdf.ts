import { threadEntry } from '../places.ts'
import { inThread } from '../threads/in-thread.ts'
import type { SheetPart } from './place.ts'

export interface SheetFile {
  title: string
  /** As of the block `sheet`, which the client draws. */
  parts: readonly SheetPart[]
  createdAt: Date
  /** PNG or JPEG, by the addresses of its images. Without a picture, its image is left out. */
  pictures?: ReadonlyMap<string, Uint8Array>
}

/** Returns a sheet as a tagged PDF of Letter pages. Throws `TooCostly`, and the reason of the signal. */
export async function sheetPdf(file: SheetFile, signal?: AbortSignal): Promise<Buffer> {
  return Buffer.from(await inThread<Uint8Array>(threadEntry('sheets/draw-sheet.ts'), file, { signal }))
}
