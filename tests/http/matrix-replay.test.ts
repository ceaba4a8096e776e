import { describe, expect } from 'vitest'
import { chainAudit } from '../../server/protocol/audit-chain.ts'
import type { DrawnCall } from '../support/drawn-calls.ts'
import { guardianAt } from '../support/guardians.ts'
import { linkedScreens } from '../support/linked-screens.ts'
import { runNow } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { changedTables, practiceMarks } from '../support/table-marks.ts'
import { busyMaria, callsAfter, callsOn, lists, news, runCall } from './matrix-calls.ts'
import { leaks } from './matrix-outcomes.ts'
import { expectedStatus } from './matrix-roles.ts'

/** They would end the session of who replays, or change the password by which it proves itself. */
const endsSession = /^account\.(signOut|signOutOthers|endSession|changePassword)$/

const allParts = [1, 2, 3, 4, 5, 6, 7]

interface Replay {
  /** What was drawn at Lakeside, with the ids of its records. */
  calls: DrawnCall[]
  /** What was carried out at Northgate, by name. */
  done: Set<string>
  /** What the answers held of Lakeside, and the failures of the server. */
  wrong: string[]
  /** The tables in which a row of Lakeside was written. */
  changed: string[]
}

const test = portalTest()
  .extend('patients', { scope: 'file' }, async ({ portal }) => {
    const { maria, today } = await busyMaria(portal)
    const routes = routesFor(portal, 'patient')
    const calls = await callsOn(maria, [...lists, ...routes, today, ...(await linkedScreens(portal, 'lakeside'))])
    const patient = await portal.signIn('ben.carter')
    const guardian = await guardianAt(portal, { owner: patient, scope: allParts, practice: 'northgate' })
    return replay(portal, { calls, by: [patient, guardian] })
  })
  .extend('staff', { scope: 'file' }, async ({ portal, patients }) => {
    expect(patients.calls.length).toBeGreaterThan(0) // what they did is there to be handled
    const owner = await portal.signIn('practice.owner')
    const calls = await callsOn(owner, [...routesFor(portal, 'owner'), '/admin/patient/1001', '/admin/patient/1002'])
    // Dialogs hold what is done then.
    for (const call of calls.filter(({ name }) => /\.ask/.test(name)))
      calls.push(...(await callsAfter(owner, (await runCall(owner, call)).body)))
    return replay(portal, { calls, by: [await portal.signIn('office.lead')] })
  })

function routesFor({ portal }: RunningPortal, kind: 'patient' | 'owner'): string[] {
  const under = kind === 'owner' ? '/admin' : '/user'
  return portal.screens
    .filter(
      ({ route, guard }) =>
        route.startsWith(under) && !route.includes(':') && expectedStatus(guard, kind) === 'admitted',
    )
    .map(({ route }) => route)
}

/** Does at Northgate what the screens of Lakeside offer. */
async function replay(
  portal: RunningPortal,
  { calls, by }: { calls: readonly DrawnCall[]; by: readonly Visitor[] },
): Promise<Replay> {
  const tried = news(calls, new Set()).filter(({ name }) => !endsSession.test(name))
  const result: Replay = { calls: tried, done: new Set(), wrong: [], changed: [] }
  await runNow(portal, chainAudit) // or it would chain afterwards what was done here before
  const before = await practiceMarks(portal, 'lakeside')
  for (const visitor of by)
    for (const call of tried) {
      const { status, body } = await runCall(visitor, call)
      if (status === 200) result.done.add(call.name)
      if (status >= 500) result.wrong.push(`${call.name}: ${status}`)
      const typed = JSON.stringify(call.input)
      const words = leaks(body).filter((word) => !typed.includes(word))
      result.wrong.push(...words.map((word) => `${call.name}: ${word}`))
    }
  result.changed = changedTables(before, await practiceMarks(portal, 'lakeside'))
  return result
}

describe('at Northgate, what the screens of Lakeside offer, with its ids,', { timeout: 600_000 }, () => {
  test('changes and shows nothing of Lakeside when patients and guardians do it', ({ patients }) => {
    expect(patients.wrong).toEqual([])
    expect(patients.changed).toEqual([])
    expect(new Set(patients.calls.map(({ name }) => name)).size).toBeGreaterThan(50)
    expect([...patients.done].toSorted()).toMatchInlineSnapshot(`
      [
        "account.endOtherSessions",
        "account.locateRecord",
        "account.notifyAdmin",
        "account.showActivity",
        "booking.goBack",
        "directMail.findVisitRecords",
        "directMail.saveDraft",
        "directMail.send",
        "invoices.create",
        "invoices.print",
        "messages.attach",
        "messages.chooseNotices",
        "messages.saveDraft",
        "myRecords.findPharmacy",
        "recordExport.prepare",
        "secureMail.findVisitRecords",
        "secureMail.saveDraft",
        "secureMail.send",
        "simpleMail.findVisitRecords",
        "simpleMail.saveDraft",
        "simpleMail.send",
        "testResults.chooseRelease",
        "uploads.addToChart",
      ]
    `)
  })

  test('changes and shows nothing of Lakeside when an owner does it', ({ staff }) => {
    expect(staff.wrong).toEqual([])
    expect(staff.changed).toEqual([])
    const names = staff.calls.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['staff.changeRoles', 'accountHelp.setOneTimePassword']))
    expect([...staff.done].toSorted()).toMatchInlineSnapshot(`
      [
        "account.requestStaffPasswordLink",
        "admin.changeSetting",
        "findPatient.byDetails",
        "findPatient.byText",
      ]
    `)
  })
})
