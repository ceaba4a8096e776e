import { topicOfPatient } from '../../practice/patient-topics.ts'

/** Changes with every message of a patient. */
export const messagesTopic = (of: { licenseeId: string; patientId: string }) => topicOfPatient(of, 'messages')
