import type { BlockOf } from '../../schemas/blocks.ts'
import type { PdfDocument } from './open-document.ts'

export type SheetPart = BlockOf<'sheet'>['parts'][number]

/** Where a part is drawn: from the current height of the document down. In points. */
export interface Place {
  doc: PdfDocument
  /** By their addresses; one that is missing is left out. */
  pictures: ReadonlyMap<string, Uint8Array>
  /** The element of the structure that it belongs to. */
  parent: PDFKit.PDFStructureElement
  x: number
  width: number
}
