import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'
import { instantIn } from '../wire/instant.ts'
import { FormsAnswer, PageAnswer, type WireForm } from './forms.wire.ts'

export interface AssignedForm {
  name: string
  template: string
  /** `assigned`: not opened yet. `other`: any other value of the record server, such as completed. */
  status: 'assigned' | 'started' | 'other'
  /** Instants; empty if the record has none. */
  requestedAt: string
  updatedAt: string
}

interface Forms {
  /** Returns the forms that the office requested from the patient, in every state; the latest request first. */
  forms(patientId: string): Promise<AssignedForm[]>
  /**
   * Marks a form as started and returns the URL (http or https) of its page at the practice; undefined if the patient
   * has no such form. Starting again changes nothing but the time. After an EmrError with `mayHaveHappened` it may be
   * started all the same.
   */
  startForm(form: { patientId: string; name: string; template: string }): Promise<string | undefined>
  /**
   * Requests the form of a template from the patient if it is not requested yet, marks it as started and returns the
   * URL of its page at the practice. After an EmrError with `mayHaveHappened` it may be started all the same. Returns
   * undefined for an unknown patient.
   */
  openTemplate(form: { patientId: string; name: string; template: string }): Promise<string | undefined>
}

const listCall = 'PatientPortal/GetFormsData'
const statuses: Record<string, AssignedForm['status']> = { AssignToPatient: 'assigned', Started: 'started' }

/** Makes the calls for the forms that the office requested. */
export function createForms({ client }: AreaDeps): Forms {
  return {
    forms: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return []
      const rest = `?patient_n=${number}`
      const forms = await client.read({ call: listCall, rest, answer: FormsAnswer })
      return forms.map(formOf)
    },
    startForm: async ({ patientId, name, template }) => {
      const number = recordNumber(patientId)
      if (number === undefined) return undefined
      const rest = `?${new URLSearchParams({ patient_n: String(number), formName: name, templatename: template })}`
      // The specification sends it as GET (2 §7.2); it changes a record, so it is treated as a write.
      return client.writeTo({ call: 'PatientPortal/UpdateFormsData', rest, method: 'GET', answer: PageAnswer })
    },
    openTemplate: async ({ patientId, name, template }) => {
      const number = recordNumber(patientId)
      if (number === undefined) return undefined
      const body = { Patient_n: number, Form_Name: name, Template_Name: template }
      return client.writeTo({ call: 'PatientPortal/OpenTemplate', method: 'POST', body, answer: PageAnswer })
    },
  }
}

const formOf = (form: WireForm): AssignedForm => ({
  name: form.Form_Name,
  template: form.Template_Name,
  status: statuses[form.Status] ?? 'other',
  requestedAt: instantIn(form.DataTimeOfRequest, listCall),
  updatedAt: instantIn(form.DateTimeLastUpdated, listCall),
})
