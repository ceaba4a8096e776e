import type { Db } from '../../db/open.ts'
import { disablePatient, enablePatient } from '../../identity/disabled-patients.store.ts'
import { endFlowsOf } from '../../identity/flow.store.ts'
import { provenAction } from '../../identity/proven-action.ts'
import { agreedPayments, patientDisabled } from '../../practice/extension-points.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { frontOffice } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import { DisableInput, OfPatient, paymentsCodes, reasonCodes, WithReason } from './account-help.inputs.ts'
import { disableDialog, enableDialog } from './account-help.screens.ts'
import { endAccess, endSessionsFor } from './end-access.ts'
import { helpedPatient, type HelpedPatient } from './helped-patient.ts'
import { done, recordAct, type HelpServices } from './record-act.ts'

export interface DisableActions {
  askDisable: ActionDefinition
  disable: ActionDefinition
  askEnable: ActionDefinition
  enable: ActionDefinition
  stopPayments: ActionDefinition
}

/** Disabling a patient, and enabling the patient again (specification 2 §2.15, §7.4, §8). */
export function disableActions(services: HelpServices): DisableActions {
  const { db } = services
  const disable = disableAction(services)
  const enable = enableAction(services)
  return {
    disable,
    enable,
    stopPayments: stopPaymentsAction(services),
    askDisable: action({
      name: 'accountHelp.askDisable',
      about: 'Asks for the reason to disable a patient, and what becomes of running payments',
      guard: frontOffice,
      repeatable: true,
      actions: [disable],
      input: OfPatient,
      run: async (context, { patient }) => {
        const helped = await helpedPatient(db, context, patient)
        if (helped.disabling) throw alreadyDisabled()
        const payments = await runningPayments(services, context, { db, helped })
        return [{ type: 'open', dialog: disableDialog(helped, { payments, disable }) }]
      },
    }),
    askEnable: action({
      name: 'accountHelp.askEnable',
      about: 'Asks for the reason to enable a patient',
      guard: frontOffice,
      repeatable: true,
      actions: [enable],
      input: OfPatient,
      run: async (context, { patient }) => {
        const helped = await helpedPatient(db, context, patient)
        if (!helped.disabling) throw notDisabled()
        return [{ type: 'open', dialog: enableDialog(helped, enable) }]
      },
    }),
  }
}

/** Of one account: more than an office disables, and too few to close the portal for its patients. */
const disableLimits = [
  { tries: 10, seconds: 3600 },
  { tries: 30, seconds: 86_400 },
]

const alreadyDisabled = () => new Failure('accountHelp.alreadyDisabled', { status: 409 })
const notDisabled = () => new Failure('accountHelp.notDisabled', { status: 409 })

/** Returns the payments of a patient that go on by themselves, each in words. */
export async function runningPayments(
  { uses }: Pick<HelpServices, 'uses'>,
  { licensee: { timeZone } }: Pick<ActionContext, 'licensee'>,
  { db, helped: { key } }: { db: Db; helped: HelpedPatient },
): Promise<string[]> {
  return (await Promise.all(uses(agreedPayments).map(({ running }) => running(db, { ...key, timeZone })))).flat()
}

function disableAction(services: HelpServices): ActionDefinition {
  const { db, jobs, uses } = services
  return provenAction(services, {
    name: 'accountHelp.disable',
    about: 'Disables a patient: nobody can open the record in the portal',
    guard: frontOffice,
    input: DisableInput,
    codes: { ...reasonCodes, ...paymentsCodes },
    run: async (context, { patient, payments, reason }) => {
      const helped = await helpedPatient(db, context, patient)
      const { key, own } = helped
      if (helped.disabling) throw alreadyDisabled()
      for (const limit of disableLimits) await context.takeTry(`disable:${signedIn(context).accountId}`, limit)
      const at = context.now()
      await db.transaction(async (tx) => {
        if (!(await disablePatient(tx, { ...key, disabledAt: at, disabledBy: signedIn(context).login, reason })))
          throw alreadyDisabled()
        await decidePayments(services, context, { tx, helped, payments })
        if (own) await endFlowsOf(tx, own.accountId)
        for (const ended of uses(patientDisabled)) await ended(tx, { ...key, at })
        await jobs.add(tx, endAccess, key)
        await recordAct(services, context, { tx, helped, what: 'disabled', reason, notice: 'disabled' })
      })
      await endSessionsFor(services, key)
      return done(context, { helped, text: 'Patient disabled successfully!' })
    },
  })
}

async function decidePayments(
  services: HelpServices,
  context: ActionContext,
  { tx, helped, payments }: { tx: Db; helped: HelpedPatient; payments: 'stop' | 'go on' | undefined },
): Promise<void> {
  if (payments === 'go on') return
  if (payments === undefined) {
    if ((await runningPayments(services, context, { db: tx, helped })).length === 0) return
    throw new Failure('accountHelp.paymentsChanged', { status: 409 })
  }
  for (const { stop } of services.uses(agreedPayments)) await stop(tx, helped.key)
}

function enableAction(services: HelpServices): ActionDefinition {
  const { db } = services
  return provenAction(services, {
    name: 'accountHelp.enable',
    about: 'Enables a patient who was disabled',
    guard: frontOffice,
    input: WithReason,
    codes: reasonCodes,
    run: async (context, { patient, reason }) => {
      const helped = await helpedPatient(db, context, patient)
      await db.transaction(async (tx) => {
        if (!(await enablePatient(tx, helped.key))) throw notDisabled()
        await recordAct(services, context, { tx, helped, what: 'enabled', reason, notice: 'enabled' })
      })
      return done(context, { helped, text: 'Patient enabled successfully!' })
    },
  })
}

/** For payments that go on after a patient was disabled: the payer can no longer stop them in the portal. */
function stopPaymentsAction(services: HelpServices): ActionDefinition {
  const { db, uses } = services
  return action({
    name: 'accountHelp.stopPayments',
    about: 'Stops the installments of a patient who is disabled',
    guard: frontOffice,
    input: OfPatient,
    run: async (context, { patient }) => {
      const helped = await helpedPatient(db, context, patient)
      if (!helped.disabling) throw notDisabled()
      await db.transaction(async (tx) => {
        if ((await runningPayments(services, context, { db: tx, helped })).length === 0)
          throw new Failure('accountHelp.noPayments', { status: 409 })
        for (const { stop } of uses(agreedPayments)) await stop(tx, helped.key)
        await recordAct(services, context, { tx, helped, what: 'installments stopped' })
      })
      return done(context, { helped, text: 'The installments have stopped.' })
    },
  })
}
