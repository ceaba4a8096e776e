import escapeHtml from 'escape-html'
import PdfDocument from 'pdfkit'
import type { StoredDocument } from './clinical-documents.store.ts'

/** Returns a document as a whole page of HTML, as record servers send them. */
export function htmlOf(document: StoredDocument & { hasLetterhead?: boolean }): string {
  const { title, day, patientName, sections, hasLetterhead = false } = document
  const body = sections.map(({ heading, paragraphs }) =>
    [
      ...(heading === '' ? [] : [`<h2>${escapeHtml(heading)}</h2>`]),
      ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    ].join('\n'),
  )
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>h1 { color: #234 }</style></head>
  <body>
${hasLetterhead ? '<p><img src="assets/letterhead.png" alt="Letterhead"></p>\n' : ''}<h1>${escapeHtml(title)}</h1>
<p><strong>${escapeHtml(patientName)}</strong>, ${day}</p>
${body.join('\n')}
  </body>
</html>
`
}

/** Returns the same as a PDF of Letter pages. */
export function pdfOf({ title, day, patientName, sections }: StoredDocument): Promise<Buffer> {
  // Drawn again it has the same bytes, so that pieces of it belong together.
  const info = { Title: title, CreationDate: new Date(0) }
  const doc = new PdfDocument({ size: 'LETTER', margin: 60, lang: 'en-US', info })
  const written = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => void chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.font('Helvetica-Bold').fontSize(18).text(title)
  doc.font('Helvetica').fontSize(11).text(`${patientName}, ${day}`)
  for (const { heading, paragraphs } of sections) {
    doc.moveDown().font('Helvetica-Bold').fontSize(13)
    if (heading !== '') doc.text(heading)
    doc.font('Helvetica').fontSize(11)
    for (const text of paragraphs) doc.text(text)
  }
  doc.end()
  return written
}
