import type { PdfDocument } from '../../sheets/open-document.ts'

/** Where something is drawn: from the current height of the document down. In points. */
export interface Place {
  doc: PdfDocument
  /** The element of the structure that it belongs to. */
  parent: PDFKit.PDFStructureElement
  x: number
  width: number
}
