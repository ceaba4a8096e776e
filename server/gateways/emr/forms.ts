import type { AssignedForm, Emr } from './emr.ts'
import type { RecordClient } from './record-client.ts'
import { recordNumber } from './record-number.ts'
import { FormsAnswer, PageAnswer, type WireForm } from './wire/form.ts'

export type Forms = Pick<Emr, 'forms' | 'startForm'>

const statuses: Record<string, AssignedForm['status']> = { AssignToPatient: 'assigned', Started: 'started' }

export function createForms(client: RecordClient): Forms {
  return {
    forms: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return []
      const rest = `?patient_n=${number}`
      const found = await client.read({ call: 'PatientPortal/GetFormsData', rest, answer: FormsAnswer })
      return found.map(formOf)
    },
    startForm: async ({ patientId, name, template }) => {
      const number = recordNumber(patientId)
      if (number === undefined) return undefined
      const rest = `?${new URLSearchParams({ patient_n: String(number), formName: name, templatename: template })}`
      // The specification sends it as GET (2 §7.2); it changes a record, so it is treated as the write that it is.
      return client.writeTo({ call: 'PatientPortal/UpdateFormsData', rest, method: 'GET', answer: PageAnswer })
    },
  }
}

const formOf = (found: WireForm): AssignedForm => ({
  name: found.Form_Name,
  template: found.Template_Name,
  status: statuses[found.Status] ?? 'other',
  requestedAt: new Date(found.DataTimeOfRequest).toISOString(),
  updatedAt: new Date(found.DateTimeLastUpdated).toISOString(),
})
