import { drawGrid } from './draw-grid.ts'
import { drawTable } from './draw-table.ts'
import { drawLines, linesOf } from './draw-text.ts'
import type { Place, SheetPart } from './place.ts'
import { contentEnd, drawableIn, type PdfDocument } from './open-document.ts'

type PartOf<T extends SheetPart['type']> = Extract<SheetPart, { type: T }>

const sizes = { 1: 18, 2: 12, paragraph: 9.5, small: 8 } as const
const gaps = { part: 8, column: 24, space: 12 } as const

/** Draws a part, and leaves the height of the document below it. */
export async function drawPart(place: Place, part: SheetPart): Promise<void> {
  const { doc } = place
  switch (part.type) {
    case 'heading':
      drawHeading(place, part)
      break
    case 'paragraph':
      drawParagraph(place, part)
      break
    case 'facts':
      drawFacts(place, part)
      break
    case 'columns':
      await drawColumns(place, part)
      break
    case 'table':
      await drawTable(place, part)
      break
    case 'list':
      await drawList(place, part)
      break
    case 'grid':
      await drawGrid(place, part)
      break
    case 'image':
      if (!drawImage(place, part)) return
      break
    case 'space':
      drawSpace(place, part)
  }
  doc.y += gaps.part
}

/** Begins a new page if this height, in points, does not fit on the current one. */
function keepTogether(doc: PdfDocument, height: number): void {
  if (doc.y + height > contentEnd) doc.addPage()
}

function drawHeading({ doc, parent, x, width }: Place, { level, text, align }: PartOf<'heading'>): void {
  const words = drawableIn(doc.font('bold').fontSize(sizes[level]), text, width)
  keepTogether(doc, doc.heightOfString(words, { width }) + 24)
  parent.add(
    doc.struct(`H${level}`, {}, () => {
      doc
        .font('bold')
        .fontSize(sizes[level])
        .text(words, x, doc.y, { width, align: alignOf(align) })
    }),
  )
}

function drawParagraph({ doc, parent, x, width }: Place, { text, align, small }: PartOf<'paragraph'>): void {
  const lines = linesOf(text)
  if (lines.length === 0) return
  doc.font('regular').fontSize(small ? sizes.small : sizes.paragraph)
  keepTogether(doc, doc.currentLineHeight(true))
  const { y } = doc
  parent.add(
    doc.struct('P', {}, () => {
      doc.y = y
      drawLines(doc, { lines, x, width, align: alignOf(align) })
    }),
  )
}

const indent = 14

async function drawList({ doc, parent, x, width }: Place, { items }: PartOf<'list'>): Promise<void> {
  const list = doc.struct('L')
  parent.add(list)
  for (const { text, level = 1, number } of items) {
    doc.font('regular').fontSize(sizes.paragraph)
    keepTogether(doc, doc.currentLineHeight(true))
    const { y } = doc
    const left = x + indent * (level - 1)
    const item = doc.struct('LI')
    list.add(item)
    const mark = number === undefined ? '\u2022' : `${number}.`
    item.add(doc.struct('Lbl', {}, () => void doc.text(mark, left, y, { width: 2 * indent, lineBreak: false })))
    const place = { x: left + (number === undefined ? indent : 1.5 * indent), width: width - indent * (level + 0.5) }
    item.add(
      doc.struct('LBody', {}, () => {
        doc.y = y
        drawLines(doc, { lines: linesOf(text), ...place, align: 'left' })
      }),
    )
    item.end()
    doc.y += 2
  }
  list.end()
}

function drawFacts({ doc, parent, x, width }: Place, { facts }: PartOf<'facts'>): void {
  const list = doc.struct('L')
  parent.add(list)
  const valueX = x + width * 0.45
  doc.fontSize(sizes.paragraph)
  for (const { name, value, strong } of facts) {
    const widths = { label: width * 0.45 - 6, value: width * 0.55 }
    const label = drawableIn(doc.font('regular'), name, widths.label)
    const words = drawableIn(doc.font(strong ? 'bold' : 'regular'), value, widths.value)
    const valueHeight = doc.heightOfString(words, { width: widths.value })
    const height = Math.max(doc.font('regular').heightOfString(label, { width: widths.label }), valueHeight)
    keepTogether(doc, height)
    const { y } = doc
    const item = doc.struct('LI')
    list.add(item)
    item.add(doc.struct('Lbl', {}, () => void doc.font('regular').text(label, x, y, { width: widths.label })))
    item.add(
      doc.struct(
        'LBody',
        {},
        () => void doc.font(strong ? 'bold' : 'regular').text(words, valueX, y, { width: widths.value }),
      ),
    )
    item.end()
    doc.y = y + height + 1
  }
  list.end()
}

/** In px of which 96 are an inch; the document has 72 points an inch. */
const pointsOfPx = 72 / 96

/**
 * Returns false if there is no such picture. One without words of its own is decoration, which assistive technology
 * skips (PDF/UA-1, 7.3); any other is a figure with its words.
 */
function drawImage({ doc, parent, pictures, x, width: most }: Place, part: PartOf<'image'>): boolean {
  const picture = pictures.get(part.src)
  if (!picture) return false
  const scale = Math.min(pointsOfPx, most / part.width)
  const [width, height] = [part.width * scale, part.height * scale]
  keepTogether(doc, height)
  const { y } = doc
  const draw = () => void doc.image(Buffer.from(picture), x, y, { width, height })
  if (part.alt === '') {
    doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  } else {
    // The types do not know these attributes of a figure (PDF 1.7, 14.8.5.4).
    const options = { alt: part.alt, placement: 'Block', bbox: [x, y, x + width, y + height] }
    parent.add(doc.struct('Figure', options as object, draw))
  }
  doc.y = y + height
  return true
}

async function drawColumns({ doc, pictures, parent, x, width }: Place, { columns }: PartOf<'columns'>): Promise<void> {
  const columnWidth = (width - gaps.column * (columns.length - 1)) / columns.length
  const top = doc.y
  let bottom = top
  for (const [at, { parts }] of columns.entries()) {
    doc.y = top
    const place = { doc, pictures, parent, x: x + at * (columnWidth + gaps.column), width: columnWidth }
    for (const part of parts) await drawPart(place, part)
    bottom = Math.max(bottom, doc.y - gaps.part)
  }
  doc.y = bottom
}

function drawSpace({ doc, x, width }: Place, { line }: PartOf<'space'>): void {
  if (!line) {
    doc.y += gaps.space
    return
  }
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(x, doc.y)
    .lineTo(x + width, doc.y)
    .lineWidth(0.75)
    .stroke('#84949d')
  doc.endMarkedContent()
}

function alignOf(align: 'start' | 'end' | undefined): 'left' | 'right' {
  return align === 'end' ? 'right' : 'left'
}
