import { InvalidCcda } from '../../ccda/ccda.ts'
import { ccdaContent } from '../../ccda/open-ccda.ts'
import { documentReference } from '../../practice/exported-documents.ts'
import { attachmentOf } from '../../practice/exported-files.ts'
import type { RecordPage, RecordPart } from '../../practice/extension-points.ts'
import { partsOfHtml } from '../../practice/html-parts.ts'
import { partOffered } from '../../practice/offered.ts'
import { htmlSheet } from '../../practice/sheet-table.ts'
import { nameWithDay } from '../../protocol/time-words.ts'

/** Visit records (C-CDA), one a page: each is a call of its own, and may be long. */
export const visitRecordsPart: RecordPart = {
  id: 'visitRecords',
  title: 'Visit records',
  offered: (reads) => partOffered(reads, 'myRecords'),
  collect: async (record, page): Promise<RecordPage> => {
    const { emr, patientId } = record
    const all = await emr.visitRecords(patientId)
    const pages = Math.max(1, all.length)
    const visit = all[page]
    const xml = visit && (await emr.visitRecordXml({ patientId, recordId: visit.id }))?.xml
    if (!visit || xml === undefined) {
      const isEmpty = all.length === 0
      return {
        pages,
        resources: [],
        sheet: isEmpty ? [{ type: 'paragraph', text: 'The record has no visit records.' }] : [],
      }
    }
    const attachment = attachmentOf({ type: 'application/xml', content: xml, title: 'Visit record' })
    return {
      pages,
      resources: [
        documentReference(record, {
          kind: 'VisitRecord',
          id: visit.id,
          title: 'Visit record',
          day: visit.day,
          isComplete: true,
          attachments: [attachment],
        }),
      ],
      sheet: [
        { type: 'paragraph', text: [{ text: nameWithDay('Visit record', visit.day), strong: true }] },
        ...(await sheetOf(xml)),
      ],
    }
  },
}

/** What cannot be read is still in the other file. */
async function sheetOf(xml: Buffer): Promise<RecordPage['sheet']> {
  try {
    const document = await ccdaContent({ xml })
    if (document.kind === 'pdf') return [paragraph('This visit record is a PDF. Download it in the portal.')]
    return document.sections.flatMap(({ label, html }) => [
      paragraph([{ text: label, strong: true }]),
      ...htmlSheet(partsOfHtml(html)),
    ])
  } catch (error) {
    if (error instanceof InvalidCcda)
      return [paragraph('This visit record cannot be shown. It is part of the file for apps.')]
    throw error
  }
}

const paragraph = (text: Extract<RecordPage['sheet'][number], { type: 'paragraph' }>['text']) => ({
  type: 'paragraph' as const,
  text,
})
