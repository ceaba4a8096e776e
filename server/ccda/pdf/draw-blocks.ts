import sharp from 'sharp'
import { drawPart } from '../../sheets/draw-part.ts'
import type { Block, Picture } from '../ccda.ts'
import { drawLine, drawParagraph, keepTogether, placeAnchors, textSize } from './draw-lines.ts'
import { drawTable } from './draw-table.ts'
import { layLines, lineHeight } from './lay-lines.ts'
import type { Place } from './place.ts'

const gap = 5
const indent = 16

export async function drawBlocks(place: Place, blocks: readonly Block[]): Promise<void> {
  for (const block of blocks) {
    await drawBlock(place, block)
    place.doc.y += gap
  }
}

async function drawBlock(place: Place, block: Block): Promise<void> {
  switch (block.kind) {
    case 'paragraph':
      return drawParagraph(place, block)
    case 'list':
      return drawList(place, block)
    case 'table':
      return drawTable(place, block, drawBlocks)
    case 'picture':
      return drawPicture(place, block)
  }
}

/** Of an item of a list, by its place. */
const markOf = (ordered: boolean, at: number): string => (ordered ? `${at + 1}.` : '•')

async function drawList(place: Place, { ordered, items }: Extract<Block, { kind: 'list' }>): Promise<void> {
  const { doc, parent, x, width } = place
  const list = doc.struct('L')
  parent.add(list)
  for (const [at, blocks] of items.entries()) {
    const item = doc.struct('LI')
    list.add(item)
    keepTogether(doc, lineHeight(textSize))
    item.add(
      doc.struct('Lbl', {}, () => {
        for (const line of layLines(doc, [{ text: markOf(ordered, at) }], { width: 2 * indent, size: textSize }))
          drawLine(doc, { line, x, y: doc.y, size: textSize })
      }),
    )
    const body = doc.struct('LBody')
    item.add(body)
    // Lists within many lists stay as wide as a few words.
    const inset = width > 8 * indent ? indent : 0
    await drawBlocks({ doc, parent: body, x: x + inset, width: width - inset }, blocks)
    doc.y -= blocks.length > 0 ? gap - 1 : 0
    body.end()
    item.end()
  }
  list.end()
}

const mostPixels = 25_000_000
const most = { width: 720, height: 900 } as const

/** One that cannot be decoded, or is larger than any page needs, is left out. */
async function drawPicture({ doc, parent, x, width: wide }: Place, { bytes, anchors }: Picture): Promise<void> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels })
      .resize({ ...most, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .png()
      .toBuffer({ resolveWithObject: true })
    placeAnchors(doc, anchors, { x, y: doc.y })
    const src = 'picture'
    const part = { type: 'image', src, alt: 'Picture', width: info.width, height: info.height } as const
    await drawPart({ doc, parent, x, width: wide, pictures: new Map([[src, data]]) }, part)
  } catch {
    return
  }
}
