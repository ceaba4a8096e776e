import type { Dialog } from '../../../schemas/dialog.ts'
import type { ClinicalDocument } from '../../gateways/emr/clinical-documents/clinical-documents.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import { documentDialog, documentName, htmlDialog, type DocumentAddresses } from '../../practice/document-files.ts'
import { cleanHtml } from '../../protocol/clean-html.ts'
import type { Context } from '../../protocol/context.ts'
import type { RequestedPiece } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { previewTitle } from './clinical-documents.screens.ts'
import { embeddedPictures } from './document-pictures.ts'

/** A document of a patient, and who may see it. */
export interface MeantDocument {
  patientId: string
  documentId: string
  mayOpen: (document: ClinicalDocument) => boolean
}

/** Returns the dialog that shows a document. Throws the Failure `clinicalDocuments.unknown`. */
export async function openedDialog(
  emr: Emr,
  { mayOpen, ...ref }: MeantDocument,
  addresses: DocumentAddresses,
): Promise<Dialog> {
  const unknown = () => new Failure('clinicalDocuments.unknown', { status: 404 })
  const content = await emr.clinicalDocumentHtml(ref)
  if (!content || !mayOpen(content.document)) throw unknown()
  const title = previewTitle(content.document)
  const { html } = content
  if (html !== undefined)
    return htmlDialog({ title, content: cleanHtml(html, { pictures: await embeddedPictures(emr, html) }), addresses })
  // What came as a file, such as a scan.
  if (!(await emr.clinicalDocumentWithPdf(ref))?.hasPdf) throw unknown()
  return documentDialog({ title, addresses })
}

/** Returns the PDF of a document, or the piece of it that is requested; undefined if there is none for this person. */
export async function pdfOf(
  context: Context,
  { emr, document: { mayOpen, ...ref } }: { emr: Emr; document: MeantDocument },
  requested?: RequestedPiece,
) {
  const content = await emr.clinicalDocumentPdf(ref, requested)
  if (!content?.pdf) return undefined
  const { day } = content.document
  if (mayOpen(content.document))
    return { ...content.pdf, fileName: documentName(context, { what: 'clinical document', day }) }
  content.pdf.body.destroy()
  return undefined
}
