import Type from 'typebox'
import { job } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { Services } from '../../services.ts'
import { messagesTopic } from './message-topics.ts'

/** Tells the record server what somebody has opened while it could not be told. */
export const markRead = job('messages.markRead', {
  input: Type.Object(
    { licenseeId: Type.String(), patientId: Type.String(), messageIds: Type.Array(Type.String()) },
    { additionalProperties: false },
  ),
  keepTryingFor: { days: 7 },
  oneWaiting: ({ licenseeId, patientId, messageIds }) => [licenseeId, patientId, ...messageIds].join(),
  looksAgain: { needless: 'it was opened by somebody who might' },
  run: async ({ licensees, emrOf, publish }: Pick<Services, 'licensees' | 'emrOf' | 'publish'>, opened) => {
    await emrOf(servedPractice(licensees, opened.licenseeId)).markMessagesRead(opened)
    publish([messagesTopic(opened)])
  },
})
