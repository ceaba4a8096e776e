import Type from 'typebox'
import { job } from '../../jobs/job.ts'
import { recordTopic } from '../../practice/record-topics.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { Services } from '../../services.ts'
import { forgetOpened } from './opened-results.store.ts'

/** Tells the record server what somebody has opened while it could not be told. */
export const markReviewed = job('testResults.markReviewed', {
  input: Type.Object(
    { licenseeId: Type.String(), patientId: Type.String(), resultId: Type.String() },
    { additionalProperties: false },
  ),
  keepTryingFor: { days: 7 },
  oneWaiting: ({ licenseeId, patientId, resultId }) => [licenseeId, patientId, resultId].join(),
  looksAgain: { needless: 'it was opened by somebody who might' },
  run: async ({ db, licensees, emrOf, publish }: MarkServices, opened) => {
    await emrOf(servedPractice(licensees, opened.licenseeId)).acknowledgeTestResult(opened)
    await forgetOpened(db, opened)
    publish([recordTopic(opened, 'testResults')])
  },
  /** It is new again, everywhere. */
  givenUp: ({ db }, opened) => forgetOpened(db, opened),
})

type MarkServices = Pick<Services, 'db' | 'licensees' | 'emrOf' | 'publish'>
