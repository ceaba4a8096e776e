import { describe, expect } from 'vitest'
import { type DrawnCall } from '../support/drawn-calls.ts'
import { enterCard, testCards } from '../support/card-payment.ts'
import { runDueJobs } from '../support/jobs.ts'
import { linkedScreens } from '../support/linked-screens.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { changedTables, tableMarks } from '../support/table-marks.ts'
import { aboutOf, busyMaria, callsAfter, callsOn, lists, news, runCall } from './matrix-calls.ts'
import { guardiansOfParts, isWithin, partsOf, type Limited } from './matrix-parts.ts'
import { expectedStatus } from './matrix-roles.ts'

/** Actions that admit guardians and that the walk does not carry out, with the reason. */
const notCarriedOut = new Map([
  ['payments.cardEntered', 'the page of the card processor calls it: the card is entered before the walk'],
  ['payments.changeCard', 'belongs to an entered card, which is paid with before: it runs before the card is entered'],
  ['mail.writeOn', 'belongs to a draft of a way that the practice has switched off'],
  ['guests.verify', 'refuses everybody who is signed in'],
  ['guests.openLink', 'refuses everybody who is signed in'],
])

/** Health forms ask about everything: no guardian who is limited to some parts opens one. */
const onlyWithoutLimits = ['arrival.openForm', 'forms.open']

/** They need the sum that is left, or end what others need: they are run in this order when nothing else is left. */
const last = ['payments.previewInstallments', 'payments.stopInstallments', 'payments.deleteCard', 'payments.changeCard']

interface Walk {
  guardians: Limited[]
  /** What Maria's screens offer. */
  offered: DrawnCall[]
  /** What guardians carried out, with what their screens offered. */
  done: DrawnCall[]
  /** What guardians could not do in their parts. */
  refused: string[]
  /** What guardians could do beyond their parts, by name, scope and status. */
  admitted: string[]
  /** The tables that these tries changed. */
  changed: string[]
}

type Defined = Parameters<typeof partsOf>[0]

const test = portalTest().extend('walk', { scope: 'file' }, ({ portal }) => walkThrough(portal))

/** Opens every screen as Maria and as her guardians, and does as each guardian what these screens offer. */
async function walkThrough(portal: RunningPortal): Promise<Walk> {
  const { maria, guardians, routes } = await prepare(portal)
  const defined = definedIn(portal)
  const walk: Walk = { guardians, offered: [], done: [], refused: [], admitted: [], changed: [] }
  const mayRun = ({ name }: DrawnCall, { scope }: Limited) => {
    const definition = defined.get(name)
    return definition && isWithin(definition, scope)
  }
  const tried = new Set<string>()
  const tryBeyond = async (calls: readonly DrawnCall[]) => {
    for (const call of news(calls, tried))
      for (const guardian of guardians.filter((each) => mayRun(call, each) === false)) {
        const { status } = await runCall(guardian.visitor, call)
        if (status !== 403) walk.admitted.push(`${call.name}, limited to ${guardian.scope.join()}: ${status}`)
      }
  }
  walk.offered = await callsOn(maria, routes)
  const before = await tableMarks(portal)
  await tryBeyond(walk.offered)
  walk.changed = changedTables(before, await tableMarks(portal))
  for (const guardian of guardians) {
    const known = new Set<string>()
    const stages = guardian.scope.includes(5) ? last.map((_, place) => last.slice(place)) : []
    for (const later of [...stages, []]) {
      const within = (calls: readonly DrawnCall[]) =>
        news(
          calls.filter((call) => mayRun(call, guardian) && !later.includes(call.name)),
          known,
        )
      const offeredNow = async () => within(await callsOn(guardian.visitor, routes))
      for (let calls = await offeredNow(); calls.length > 0; calls = await offeredNow())
        for (const call of calls) {
          await tryBeyond([call])
          const { status, body } = await runCall(guardian.visitor, call)
          if (status === 403) walk.refused.push(`${call.name}, limited to ${guardian.scope.join()}`)
          if (status !== 200) continue
          walk.done.push(call)
          calls.push(...within(await callsAfter(guardian.visitor, body)))
        }
    }
  }
  return walk
}

/** Every action and upload on a record. What changes the own account only is left out. */
function definedIn({ portal }: RunningPortal): Map<string, Defined> {
  const all = portal.features.flatMap(({ name: feature, actions, uploads }) =>
    [...actions, ...uploads].map((each) => ({ feature, ...each })),
  )
  const ofRecord = all.filter((each) => {
    const isOfAccount = 'ofAccount' in each && each.ofAccount === true
    return partsOf(each)?.length !== 0 || !isOfAccount
  })
  return new Map(ofRecord.map((each) => [each.name, each]))
}

interface Prepared {
  maria: Visitor
  guardians: Limited[]
  routes: string[]
}

/** Makes what screens offer an action for: what Maria has, and an entered card. */
async function prepare(portal: RunningPortal): Promise<Prepared> {
  const { maria, today } = await busyMaria(portal)
  const guardians = await guardiansOfParts(portal, maria)
  for (const { visitor } of guardians.filter(({ scope }) => scope.includes(5)))
    await enterCard(portal, visitor, testCards.approved)
  await runDueJobs(portal)
  const routes = portal.portal.screens.filter(
    ({ route, guard }) => !route.includes(':') && expectedStatus(guard, 'guardian') === 'admitted',
  )
  return {
    maria,
    guardians,
    routes: [
      ...lists,
      ...routes.map(({ route }) => route),
      today,
      '/user/home/MakePayment?card=new',
      ...(await linkedScreens(portal, 'lakeside')),
    ],
  }
}

describe('with what the screens of a patient offer', { timeout: 600_000 }, () => {
  test('a guardian does nothing in a part that is closed to them, and nothing is written', ({ walk }) => {
    expect(walk.admitted).toEqual([])
    expect(walk.changed).toEqual([])
  })

  test('a guardian does everything in the own parts', ({ portal, walk }) => {
    expect(walk.refused).toEqual([])
    const done = new Set(walk.done.map(({ name }) => name))
    const ofGuardians = [...definedIn(portal).values()].filter(
      ({ guard }) => expectedStatus(guard, 'guardian') === 'admitted',
    )
    const [closed, open] = [ofGuardians.filter((each) => !partsOf(each)), ofGuardians.filter((each) => partsOf(each))]
    const missing = open.map(({ name }) => name).filter((name) => !done.has(name))
    expect(missing.toSorted()).toEqual([...notCarriedOut.keys()].toSorted())
    expect(closed.map(({ name }) => name).toSorted()).toEqual(onlyWithoutLimits)
    const offered = new Set(walk.offered.map(({ name }) => name))
    expect(onlyWithoutLimits.filter((name) => !offered.has(name))).toEqual([])
  })

  test('a guardian sends no message about what belongs to a part that is closed to them', async ({ walk }) => {
    const [writer] = walk.guardians.filter(({ scope }) => scope.join() === '2')
    const crossing = [
      ...walk.offered.filter(({ name, input }) => name === 'messages.send' && input.about !== undefined),
      ...walk.done.filter(({ name, input }) => /Mail\.send/.test(name) && input.records !== undefined),
    ]
    expect([...new Set(crossing.map(({ name, input }) => `${name} ${aboutOf(input)}`.trim()))].toSorted()).toEqual([
      'directMail.send',
      'messages.send bill',
      'messages.send medication',
      'messages.send result',
      'messages.send stopped',
      'secureMail.send',
      'simpleMail.send',
      'simpleMail.sendAnyway',
    ])
    for (const call of crossing) expect([call, (await runCall(writer!.visitor, call)).status]).toEqual([call, 404])
  })
})
