import { describe, expect } from 'vitest'
import { wholeRecord, type Guard } from '../../server/protocol/guard.ts'
import { guardianOf } from '../support/guardians.ts'
import { pdf } from '../support/files.ts'
import { filePart } from '../support/multipart.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'
import { fileAddresses, pagesOf } from './matrix-pages.ts'
import { expectedStatus, rolesOf } from './matrix-roles.ts'

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
const scopes = [1, 2, 3, 4, 5, 6, 7]

interface Limited {
  scope: number
  visitor: Visitor
}

const test = portalTest()
  .extend('pages', { scope: 'file' }, async ({ portal }) => {
    for (const name of ['Portal_Passkeys', 'Portal_Second_Factor', 'Portal_Waiting_List'] as const)
      await setSetting(portal, { name, value: true })
    return pagesOf(portal, await rolesOf(portal))
  })
  .extend('guardians', { scope: 'file' }, async ({ portal, pages }) => {
    expect(pages.length).toBeGreaterThan(0) // after the settings
    const maria = await portal.signIn('maria.alvarez')
    const guardians: Limited[] = []
    for (const scope of scopes) guardians.push({ scope, visitor: await guardianOf(portal, maria, [scope]) })
    return guardians
  })

interface Answer extends Limited {
  feature: string
  /** Of the screen, region, file, action or upload. */
  name: string
  guard: Guard
  status: number
}

/** Returns the answers that refuse what belongs to the scope, or give what does not. */
function wrong(answers: readonly Answer[]): string[] {
  return answers.flatMap(({ feature, name, guard, scope, status }) => {
    const part = exceptions.get(name) ?? partOf.get(feature) ?? everybody
    const isAdmitted = expectedStatus(guard, 'guardian') === 'admitted' && guard !== wholeRecord
    const mayOpen = isAdmitted && (part === everybody || part === scope)
    const isOpen = status !== 401 && status !== 403
    return mayOpen === isOpen ? [] : [`${name}, limited to ${scope}: ${status}`]
  })
}

describe('a guardian limited to one part of the portal', () => {
  test('opens its screens and regions, and no others', async ({ portal, pages, guardians }) => {
    const answers: Answer[] = []
    for (const { name: feature, screens, regions } of portal.portal.features)
      for (const { name, guard } of [...screens.map((each) => ({ ...each, name: each.route })), ...regions]) {
        const path = pages.find((page) => page.name === name)?.path
        expect([name, path !== undefined]).toEqual([name, true])
        for (const guardian of guardians)
          answers.push({ feature, name, guard, ...guardian, status: (await guardian.visitor.get(path ?? '')).status })
      }
    expect(wrong(answers)).toEqual([])
  })

  test('gets its files, and no others', async ({ portal, guardians }) => {
    const addresses = await fileAddresses(portal)
    const answers: Answer[] = []
    for (const { name: feature, files } of portal.portal.features)
      for (const { route, guard } of files)
        for (const guardian of guardians) {
          const { status } = await guardian.visitor.get(addresses.get(route) ?? '')
          answers.push({ feature, name: route, guard, ...guardian, status })
        }
    expect(wrong(answers)).toEqual([])
  })

  test('runs its actions and uploads, and no others', async ({ portal, guardians }) => {
    const answers: Answer[] = []
    for (const { name: feature, actions, uploads } of portal.portal.features) {
      // Signing in or out would change the role.
      for (const { name, guard } of actions.filter(
        (each) => !/^account\.(signOut|signIn|adminSignIn)$/.test(each.name),
      ))
        for (const guardian of guardians)
          answers.push({ feature, name, guard, ...guardian, status: (await guardian.visitor.act(name, {})).status })
      for (const { name, guard } of uploads)
        for (const guardian of guardians)
          answers.push({
            feature,
            name,
            guard,
            ...guardian,
            status: (await guardian.visitor.upload(name, [filePart(pdf)])).status,
          })
    }
    expect(wrong(answers)).toEqual([])
  })
})
