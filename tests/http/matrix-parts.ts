import { wholeRecord, type Guard } from '../../server/protocol/guard.ts'
import { guardianOf } from '../support/guardians.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { expectedStatus } from './matrix-roles.ts'

/** A guardian who is limited to some parts of the portal, by their numbers. */
export interface Limited {
  scope: readonly number[]
  visitor: Visitor
}

/** Each part, and two that some actions need together. */
const scopes = [[1], [2], [3], [4], [5], [6], [7], [2, 4]]

/** Returns a guardian of the owner's patient for each scope. */
export async function guardiansOfParts(portal: RunningPortal, owner: Visitor): Promise<Limited[]> {
  const guardians: Limited[] = []
  for (const scope of scopes) guardians.push({ scope, visitor: await guardianOf(portal, owner, scope) })
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

/** The parts that a feature needs (specification 1 §6). What is in no part is open to every guardian. */
const partsOfFeatures = new Map<string, readonly number[]>([
  ['appointments', [1]],
  ['booking', [1]],
  ['arrival', [1]],
  ['uploads', [1]],
  ['visits', [1]],
  ['survey', [1]],
  ['messages', [2]],
  ['mail', [2]],
  ['testResults', [3]],
  ['myRecords', [4]],
  ['billing', [5]],
  ['payments', [5]],
  ['invoices', [5]],
  ['guests', [5]],
  ['clinicalDocuments', [6]],
  ['labOrders', [7]],
])

const everybody: readonly number[] = []
/** Where a screen or an action differs from its feature. */
const exceptions = new Map<string, readonly number[]>([
  ['/user/home/Myrecord/upload', [4]],
  ['uploads.addToChart', [4]],
  ['/user/home/Myrecord/documents', [4]],
  ['/user/home/Myrecord/documents/:id', [4]],
  ['uploads.latestOfChart', [4]],
  ['uploads.chartDocuments', [4]],
  ['/user/bookappointment/closure', everybody], // names no appointment
  ['/user/redirect/:urlcode', everybody], // only leads on
  ['payments.stopInstallments', everybody], // each payer can stop that
  ['/ThankYou', everybody], // names nobody
  // Records are attached to messages by those who see both.
  ['simpleMail.findVisitRecords', [2, 4]],
  ['simpleMail.attachVisitRecords', [2, 4]],
  ['simpleMail.removeVisitRecord', [2, 4]],
  ['secureMail.findVisitRecords', [2, 4]],
  ['directMail.findVisitRecords', [2, 4]],
  ['directMail.attachVisitRecords', [2, 4]],
  ['directMail.removeVisitRecord', [2, 4]],
  ['secureMail.attachVisitRecords', [2, 4]],
  ['secureMail.removeVisitRecord', [2, 4]],
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

/** The parts that somebody needs to open or run something; undefined if no limited guardian may. */
export function partsOf({ feature, name, guard }: Defined): readonly number[] | undefined {
  if (expectedStatus(guard, 'guardian') !== 'admitted' || guard === wholeRecord) return undefined
  return exceptions.get(name) ?? partsOfFeatures.get(feature) ?? everybody
}

/** Whether a guardian who is limited to some parts opens or runs something. */
export function isWithin(defined: Defined, scope: readonly number[]): boolean {
  return partsOf(defined)?.every((part) => scope.includes(part)) ?? false
}
