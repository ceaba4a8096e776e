import { expect, test } from 'vitest'
import { codeFiles, isTest } from './repository.ts'

/**
 * Recurring work that acts for a person, and where it asks again who may act for whom. A job says so by `looksAgain`,
 * which its type requires.
 */
const forPeople: Record<string, RegExp> = {
  'billing.noticeBills': /await accountsFor\(/,
  'booking.checkWaitingLists': /await mail\.mayStill\(/,
  'messages.notice': /await accountsFor\(/,
  'payments.chargeInstallments': /await payerAccount\(/,
}
/** What deletes, corrects or looks something up for the portal or the practice. */
const forNobody = [
  'audit.chain',
  'booking.endHolds',
  'booking.forgetEndedHolds',
  'guardians.forgetInvitations',
  'mail.endSilence',
  'mail.forgetFiles',
  'messages.forgetFiles',
  'outbox.deliverEarlier',
  'outbox.forgetDelivered',
  'payments.forgetEnteredCards',
  'payments.reconcile',
  'payments.resolve',
  'payments.watchRefunds',
  'portal.deleteExpired',
  'practiceHeader.forgetDrafts',
  'recordExport.forget',
  'settings.sync',
  'staff.forgetInvitations',
  'staffTasks.forget',
  'staffTasks.readSources',
  'survey.sendEarlierReviews',
  'visits.forgetOldVisits',
  'visits.reportEarlierEvents',
]

const works = codeFiles()
  .filter(({ path }) => path.startsWith('server/') && !isTest(path))
  .flatMap(({ text }) => [...text.matchAll(/\brecurring\(\s*'([\w.]+)'/g)].map(([, name = '']) => ({ name, text })))

test('recurring work that acts for a person asks again whether that person may', () => {
  expect(works.map(({ name }) => name).toSorted()).toEqual([...Object.keys(forPeople), ...forNobody].toSorted())
  const forgetful = works.filter(({ name, text }) => forPeople[name]?.test(text) === false)
  expect(forgetful.map(({ name }) => name)).toEqual([])
})
