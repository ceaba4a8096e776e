import { patientTopic } from '../../protocol/principal.ts'

/** Changes with every message of a patient. */
export const messagesTopic = (of: { licenseeId: string; patientId: string }) => patientTopic(of, 'messages')
