import { drawPart } from './draw-part.ts'
import { nextTurn } from './next-turn.ts'
import { page } from './open-document.ts'
import type { SheetPart } from './place.ts'
import { writePdf } from './write-pdf.ts'

export interface SheetFile {
  title: string
  /** As of the block `sheet`, which the client draws. */
  parts: readonly SheetPart[]
  createdAt: Date
  /** PNG or JPEG, by the addresses of its images. Without a picture, its image is left out. */
  pictures?: ReadonlyMap<string, Buffer>
}

/** Returns a sheet as a tagged PDF of Letter pages. */
export function sheetPdf({ title, parts, createdAt, pictures = new Map() }: SheetFile): Promise<Buffer> {
  return writePdf({
    title,
    createdAt,
    draw: async (doc, root) => {
      for (const part of parts) {
        await nextTurn()
        await drawPart({ doc, pictures, parent: root, x: page.margin, width: page.width - 2 * page.margin }, part)
      }
    },
  })
}
