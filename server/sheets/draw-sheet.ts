import { drawPart } from './draw-part.ts'
import { page } from './open-document.ts'
import type { SheetFile } from './sheet-pdf.ts'
import { serveThread } from '../threads/serve-thread.ts'
import { writePdf } from './write-pdf.ts'

serveThread(draw)

function draw({ title, parts, createdAt, pictures = new Map() }: SheetFile): Promise<Buffer> {
  return writePdf({
    title,
    createdAt,
    draw: async (doc, root) => {
      const place = { doc, pictures, parent: root, x: page.margin, width: page.width - 2 * page.margin }
      for (const part of parts) await drawPart(place, part)
    },
  })
}
