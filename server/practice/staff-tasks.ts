import type { Licensee } from '../licensees/licensee.ts'
import { adminTopic } from '../protocol/principal.ts'

/** What wants a person of the practice, as the staff reads it. */
export const staffTaskKinds = {
  waiting: 'Waiting in a video visit',
  cancelled: 'Appointment cancelled at short notice',
  change: 'Change of details requested',
  upload: 'Document uploaded',
  payment: 'Payment without an end',
  undelivered: 'Message could not be delivered',
  export: 'Health record could not be prepared',
} as const
export type StaffTaskKind = keyof typeof staffTaskKinds

export interface NewStaffTask {
  licenseeId: string
  kind: StaffTaskKind
  /** There is one task for each key of a kind. */
  key: string
  patientId: string | null
  /** What there is to know besides the kind, for the staff to read. */
  detail: string
  at: Date
}

/** Tasks that follow from what a feature has stored; read once a minute. */
export interface StaffTaskSource {
  kind: StaffTaskKind
  /** Whether a task ends by itself once the source no longer has it. */
  endsByItself: boolean
  load(licensee: Licensee, now: Date): Promise<NewStaffTask[]>
}

/** Published when the tasks of a practice change. */
export function staffTasksTopic(licenseeId: string): string {
  return adminTopic(licenseeId, 'tasks')
}
