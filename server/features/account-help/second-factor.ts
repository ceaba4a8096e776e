import type { Effect } from '../../../schemas/effect.ts'
import type { Db } from '../../db/open.ts'
import { endFlowsOf } from '../../identity/flow.store.ts'
import { removeSecondFactor } from '../../identity/remove-second-factor.ts'
import type { PatientAccount } from '../../identity/patient-accounts.store.ts'
import { provenAction } from '../../identity/proven-action.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { frontOffice, owners } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import { OfPatient, reasonCodes, WithReason } from './account-help.inputs.ts'
import { secondFactorDialog } from './second-factor.dialogs.ts'
import { helpedPatient, type HelpedPatient } from './helped-patient.ts'
import { done, recordAct, type HelpServices } from './record-act.ts'
import { dropRequest, removalRequest, requestRemoval, takeRequest } from './second-factor-removals.store.ts'

export interface SecondFactorActions {
  askSecondFactor: ActionDefinition
  removeSecondFactor: ActionDefinition
  confirmSecondFactor: ActionDefinition
}

/** How long a request can be confirmed: the patient is at the practice meanwhile. */
const confirmedWithinMs = 30 * 60_000

/**
 * A lost second factor, after proof in person: an owner turns it off at once; of others, one requests it and another one
 * confirms, so that nobody takes an account over alone.
 */
export function secondFactorActions(services: HelpServices): SecondFactorActions {
  const { db } = services
  const remove = removeAction(services)
  return {
    removeSecondFactor: remove,
    confirmSecondFactor: confirmAction(services),
    askSecondFactor: action({
      name: 'accountHelp.askSecondFactor',
      about: 'Asks for the reason to turn the second factor of a patient off',
      guard: frontOffice,
      repeatable: true,
      actions: [remove],
      input: OfPatient,
      run: async (context, { patient }) => {
        const { helped } = await protectedIn(db, context, patient)
        const isAlone = owners.admits(context.principal)
        return [{ type: 'open', dialog: secondFactorDialog(helped, { isAlone, remove }) }]
      },
    }),
  }
}

interface Protected {
  helped: HelpedPatient
  own: PatientAccount
}

/** Returns the own account of a patient that has a second factor. */
async function protectedIn(db: Db, context: ActionContext, patient: string): Promise<Protected> {
  const helped = await helpedPatient(db, context, patient)
  if (helped.disabling) throw new Failure('accountHelp.isDisabled', { status: 409 })
  if (!helped.own?.hasSecondFactor) throw noSecondFactor()
  return { helped, own: helped.own }
}

const noSecondFactor = () => new Failure('accountHelp.noSecondFactor', { status: 409 })

function removeAction(services: HelpServices): ActionDefinition {
  const { db } = services
  return provenAction(services, {
    name: 'accountHelp.removeSecondFactor',
    about: 'Turns the second factor of a patient off, or requests it',
    guard: frontOffice,
    input: WithReason,
    codes: reasonCodes,
    run: async (context, { patient, reason }) => {
      const { helped, own } = await protectedIn(db, context, patient)
      if (owners.admits(context.principal)) return turnOff(services, context, { helped, own, reason })
      const at = context.now()
      await db.transaction(async (tx) => {
        const request = {
          accountId: own.accountId,
          requestedBy: signedIn(context).accountId,
          reason,
          requestedAt: at,
          endsAt: new Date(at.getTime() + confirmedWithinMs),
        }
        if (!(await requestRemoval(tx, request))) throw new Failure('accountHelp.requested', { status: 409 })
        await recordAct(services, context, { tx, helped, what: 'second factor requested', reason })
      })
      return done(context, { helped, text: 'Requested. Another member of the staff confirms it on this page.' })
    },
  })
}

function confirmAction(services: HelpServices): ActionDefinition {
  const { db } = services
  return provenAction(services, {
    name: 'accountHelp.confirmSecondFactor',
    about: 'Confirms that the second factor of a patient is turned off',
    guard: frontOffice,
    input: OfPatient,
    run: async (context, { patient }) => {
      const { helped, own } = await protectedIn(db, context, patient)
      const { accountId: confirmedBy } = signedIn(context)
      const waiting = await removalRequest(db, { accountId: own.accountId, at: context.now() })
      if (!waiting) throw noRequest()
      if (waiting.requestedBy === confirmedBy) throw new Failure('accountHelp.samePerson', { status: 409 })
      return turnOff(services, context, { helped, own, reason: waiting.reason, confirmedBy })
    },
  })
}

const noRequest = () => new Failure('accountHelp.noRequest', { status: 409 })

interface Off extends Protected {
  reason: string
  /** The account of the member of the staff who confirms a request; an owner needs none. */
  confirmedBy?: number
}

async function turnOff(
  services: HelpServices,
  context: ActionContext,
  { helped, own: { accountId }, reason, confirmedBy }: Off,
): Promise<Effect[]> {
  await services.db.transaction(async (tx) => {
    if (confirmedBy === undefined) await dropRequest(tx, accountId)
    else if (!(await takeRequest(tx, { accountId, confirmedBy, at: context.now() }))) throw noRequest()
    if (!(await removeSecondFactor(services, tx, accountId))) throw noSecondFactor()
    await endFlowsOf(tx, accountId)
    await recordAct(services, context, { tx, helped, what: 'second factor off', reason, notice: 'secondFactorOff' })
  })
  await services.sessions.end({ accountId })
  return done(context, { helped, text: 'The authenticator app is turned off.' })
}
