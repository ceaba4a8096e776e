import { drawPart } from '../sheets/draw-part.ts'
import { page } from '../sheets/open-document.ts'
import { writePdf } from '../sheets/write-pdf.ts'
import type { Block, Ccda, Section } from './ccda.ts'
import { drawBlocks } from './pdf/draw-blocks.ts'
import { drawHeading } from './pdf/draw-lines.ts'
import type { Place } from './pdf/place.ts'

interface DrawOptions {
  createdAt: Date
  /** What a reader has to know before anything else. */
  warning?: string
}

/** Returns a document as a tagged PDF of Letter pages. */
export function drawCcda(
  { title, facts, sections }: Extract<Ccda, { kind: 'sections' }>,
  { createdAt, warning }: DrawOptions,
): Promise<Buffer> {
  return writePdf({
    title,
    createdAt,
    draw: async (doc, root) => {
      const place: Place = { doc, parent: root, x: page.margin, width: page.width - 2 * page.margin }
      drawHeading(place, { level: 1, text: title })
      if (warning !== undefined) await drawBlocks(place, [{ kind: 'paragraph', runs: [{ text: warning, bold: true }] }])
      await drawPart({ ...place, pictures: new Map() }, { type: 'facts', facts })
      for (const section of sections) {
        await drawSection(place, section)
      }
    },
  })
}

async function drawSection(place: Place, { heading, level, blocks, footnotes, anchor, empty }: Section): Promise<void> {
  drawHeading(place, { level: Math.min(level + 1, 6), text: heading, anchor })
  place.doc.outline.addItem(heading)
  const content: Block[] = empty === '' ? blocks : [{ kind: 'paragraph', runs: [{ text: empty }] }]
  await drawBlocks(place, [...content, ...footnotes.flat()])
}
