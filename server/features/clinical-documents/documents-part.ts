import type { RecordPage, RecordPart } from '../../practice/extension-points.ts'
import { documentReference } from '../../practice/exported-documents.ts'
import { attachmentOf, usablePdf } from '../../practice/exported-files.ts'
import { partsOfHtml } from '../../practice/html-parts.ts'
import { partOffered } from '../../practice/offered.ts'
import { htmlSheet } from '../../practice/sheet-table.ts'
import { cleanHtml } from '../../protocol/clean-html.ts'
import { dateText } from '../../protocol/time-words.ts'
import { clinicalDocumentSettings } from './clinical-documents.settings.ts'
import { isShown } from './clinical-documents.rules.ts'

/** The notes of the office, one a page: each is a call of its own, and may be long. */
export const documentsPart: RecordPart = {
  id: 'clinicalDocuments',
  title: 'Clinical documents',
  offered: (reads) => partOffered(reads, 'clinicalDocuments'),
  collect: async (record, page): Promise<RecordPage> => {
    const { emr, patientId, settings } = record
    const showsIncomplete = settings.setting(clinicalDocumentSettings.Enable_Portal_Visibility_For_Unsigned_Sessions)
    const shown = (await emr.clinicalDocuments(patientId)).filter((each) => isShown(each, showsIncomplete))
    const pages = Math.max(1, shown.length)
    const document = shown[page]
    if (!document) {
      const isEmpty = shown.length === 0
      return {
        pages,
        resources: [],
        sheet: isEmpty ? [{ type: 'paragraph', text: 'The record names no documents.' }] : [],
      }
    }
    const { id, category: title, day, isComplete } = document
    const ref = { patientId, documentId: id }
    const html = (await emr.clinicalDocumentHtml(ref))?.html
    const clean = html === undefined ? undefined : cleanHtml(html).html
    // A PDF of what is there as text would say the same twice.
    const file = clean === undefined ? await usablePdf(() => emr.clinicalDocumentPdf(ref)) : { sheet: [] }
    const attachments = [
      ...(clean === undefined ? [] : [attachmentOf({ type: 'text/html', content: Buffer.from(clean), title })]),
      ...('pdf' in file && file.pdf ? [attachmentOf({ type: 'application/pdf', content: file.pdf, title })] : []),
    ]
    return {
      pages,
      resources:
        attachments.length === 0
          ? []
          : [documentReference(record, { kind: 'ClinicalDocument', id, title, day, isComplete, attachments })],
      sheet: [
        { type: 'paragraph', text: [{ text: title, strong: true }, { text: `\n${dateText(day)}` }] },
        ...htmlSheet(partsOfHtml(clean ?? '')),
        ...file.sheet,
      ],
    }
  },
}
