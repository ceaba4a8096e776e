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
      const forms = await client.read({ call: 'PatientPortal/GetFormsData', rest, answer: FormsAnswer })
      return forms.map(formOf)
    },
    startForm: async ({ patientId, name, template }) => {
      const number = recordNumber(patientId)
      if (number === undefined) return undefined
      const rest = `?${new URLSearchParams({ patient_n: String(number), formName: name, templatename: template })}`
      // The specification sends it as GET (2 §7.2); it changes a record, so it is treated as a write.
      return client.writeTo({ call: 'PatientPortal/UpdateFormsData', rest, method: 'GET', answer: PageAnswer })
    },
  }
}

const formOf = (form: WireForm): AssignedForm => ({
  name: form.Form_Name,
  template: form.Template_Name,
  status: statuses[form.Status] ?? 'other',
  requestedAt: new Date(form.DataTimeOfRequest).toISOString(),
  updatedAt: new Date(form.DateTimeLastUpdated).toISOString(),
})
