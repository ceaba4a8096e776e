import type { ServiceRequest } from '@medplum/fhirtypes'
import type { LabOrder } from '../../gateways/emr/lab-orders/lab-orders.ts'
import type { ExportedRecord, RecordPart } from '../../practice/extension-points.ts'
import { fhirId, fhirReference, type FhirResource } from '../../practice/fhir.ts'
import { partOffered } from '../../practice/offered.ts'
import { practitionerNamed } from '../../practice/practitioners.ts'
import { sheetTable } from '../../practice/sheet-table.ts'
import { dateText } from '../../protocol/time-words.ts'

const pageSize = 200

/** The orders to laboratories. */
export const labOrdersPart: RecordPart = {
  id: 'labOrders',
  title: 'Lab orders',
  offered: (reads) => partOffered(reads, 'labOrders'),
  collect: async (record, page) => {
    const all = await record.emr.labOrders(record.patientId)
    const orders = all.slice(page * pageSize, (page + 1) * pageSize)
    const resources = []
    for (const order of orders) resources.push(...(await orderResources(record, order)))
    return {
      pages: Math.max(1, Math.ceil(all.length / pageSize)),
      resources,
      sheet: sheetTable({
        id: 'lab-orders',
        caption: 'Lab orders',
        columns: { date: 'Date', laboratory: 'Laboratory', physician: 'Physician' },
        rows: orders.map(({ id, day, laboratory, physician }) => ({ id, date: dateText(day), laboratory, physician })),
        empty: 'The record names no lab orders.',
      }),
    }
  },
}

async function orderResources(record: ExportedRecord, order: LabOrder): Promise<FhirResource[]> {
  const { id, day, laboratory, physician } = order
  const requester = await practitionerNamed(record, physician)
  const request: ServiceRequest & FhirResource = {
    resourceType: 'ServiceRequest',
    id: fhirId(record.licensee.id, 'ServiceRequest', id),
    status: 'completed',
    intent: 'order',
    category: [{ coding: [{ system: 'http://snomed.info/sct', code: '108252007', display: 'Laboratory procedure' }] }],
    code: { text: 'Laboratory tests' },
    subject: fhirReference(record.subject),
    ...(day === '' ? {} : { authoredOn: day }),
    ...(requester ? { requester: requester.reference } : {}),
    performer: [{ display: laboratory }],
  }
  return [request, ...(requester ? [requester.resource] : [])]
}
