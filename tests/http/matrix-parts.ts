import { wholeRecord, type Guard } from '../../server/protocol/guard.ts'
import { guardianOf } from '../support/guardians.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { expectedStatus } from './matrix-roles.ts'

/** A guardian who is limited to one part of the portal, by its number. */
export interface Limited {
  scope: number
  visitor: Visitor
}

const scopes = [1, 2, 3, 4, 5, 6, 7]

/** Returns a guardian of the owner's patient for each part of the portal. */
export async function guardiansOfParts(portal: RunningPortal, owner: Visitor): Promise<Limited[]> {
  const guardians: Limited[] = []
  for (const scope of scopes) guardians.push({ scope, visitor: await guardianOf(portal, owner, [scope]) })
  return guardians
}

/** The number of the part that shows what a topic of a patient is about. */
export const partOfTopic = new Map([
  ['appointments', 1],
  ['messages', 2],
  ['mail', 2],
  ['testResults', 3],
  ['chartDocuments', 4],
  ['medications', 4],
  ['pharmacy', 4],
  ['visitRecords', 4],
  ['bills', 5],
  ['invoices', 5],
  ['clinicalDocuments', 6],
  ['labOrders', 7],
])

/** The number of the part that a feature belongs to (specification 1 §6). What is in no part is open to every guardian. */
const partOf = new Map([
  ['appointments', 1],
  ['booking', 1],
  ['arrival', 1],
  ['uploads', 1],
  ['visits', 1],
  ['survey', 1],
  ['messages', 2],
  ['mail', 2],
  ['testResults', 3],
  ['myRecords', 4],
  ['billing', 5],
  ['payments', 5],
  ['invoices', 5],
  ['guests', 5],
  ['clinicalDocuments', 6],
  ['labOrders', 7],
])

const everybody = 'everybody'
const twoParts = 0
/** Where a screen or an action differs from its feature. */
const exceptions = new Map<string, number | typeof everybody>([
  ['/user/home/Myrecord/upload', 4],
  ['uploads.addToChart', 4],
  ['/user/home/Myrecord/documents', 4],
  ['/user/home/Myrecord/documents/:id', 4],
  ['uploads.latestOfChart', 4],
  ['uploads.chartDocuments', 4],
  ['/user/bookappointment/closure', everybody], // names no appointment
  ['/user/redirect/:urlcode', everybody], // only leads on
  ['payments.stopInstallments', everybody], // each payer can stop that
  ['/ThankYou', everybody], // names nobody
  // Records are attached to messages by those who see both.
  ['simpleMail.findVisitRecords', twoParts],
  ['simpleMail.attachVisitRecords', twoParts],
  ['secureMail.findVisitRecords', twoParts],
  ['directMail.findVisitRecords', twoParts],
  ['directMail.attachVisitRecords', twoParts],
  ['secureMail.attachVisitRecords', twoParts],
  // The code that was sent to the reader is the proof.
  ['/user/securemail/:token', everybody],
  ['/user/securemail/:token/pdf/:record', everybody],
  ['/user/securemail/:token/xml/:record', everybody],
  ['secureMail.begin', everybody],
  ['secureMail.sendNewLink', everybody],
  ['secureMail.resendCode', everybody],
  ['secureMail.codeEnded', everybody],
  ['secureMail.verify', everybody],
  // The link in an e-mail is the proof.
  ['/user/stopMessageEmails', everybody],
  ['messages.stopNotices', everybody],
])

interface Defined {
  feature: string
  /** Of a screen, by its route, of a region, file, action or upload. */
  name: string
  guard: Guard
}

/** Whether a guardian who is limited to a part opens or runs something. */
export function isOfPart({ feature, name, guard }: Defined, scope: number): boolean {
  const part = exceptions.get(name) ?? partOf.get(feature) ?? everybody
  const isAdmitted = expectedStatus(guard, 'guardian') === 'admitted' && guard !== wholeRecord
  return isAdmitted && (part === everybody || part === scope)
}
