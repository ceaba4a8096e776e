import { openDocument, page, type PdfDocument } from './open-document.ts'

export interface PdfContent {
  title: string
  createdAt: Date
  /** Draws everything from the current height of the first page down. The element is the whole document. */
  draw(doc: PdfDocument, root: PDFKit.PDFStructureElement): Promise<void>
}

/** Returns a tagged PDF of numbered Letter pages. */
export async function writePdf({ title, createdAt, draw }: PdfContent): Promise<Buffer> {
  const doc = await openDocument({ title, createdAt })
  const written = bytesOf(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  doc.addPage()
  await draw(doc, root)
  root.end()
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
