import { drawPart } from './draw-part.ts'
import { nextTurn } from './next-turn.ts'
import { openDocument, page, type PdfDocument } from './open-document.ts'
import type { SheetPart } from './place.ts'

export interface SheetFile {
  title: string
  /** As of the block `sheet`, which the client draws. */
  parts: readonly SheetPart[]
  createdAt: Date
}

/** Returns a sheet as a tagged PDF of Letter pages. */
export async function sheetPdf({ title, parts, createdAt }: SheetFile): Promise<Buffer> {
  const doc = await openDocument({ title, createdAt })
  const written = bytesOf(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  doc.addPage()
  for (const part of parts) {
    await nextTurn()
    await drawPart({ doc, parent: root, x: page.margin, width: page.width - 2 * page.margin }, part)
  }
  root.end()
  await nextTurn()
  numberPages(doc)
  doc.end()
  return written
}

function bytesOf(doc: PdfDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => void chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
}

function numberPages(doc: PdfDocument): void {
  const { start, count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    doc.switchToPage(start + at)
    doc.page.margins.bottom = 0 // the number stands in the margin, and must not begin another page
    doc.markContent('Artifact', { type: 'Pagination' })
    doc
      .font('regular')
      .fontSize(8)
      .text(`Page ${at + 1} of ${count}`, page.margin, page.height - 40, {
        width: page.width - 2 * page.margin,
        align: 'right',
      })
    doc.endMarkedContent()
  }
}
