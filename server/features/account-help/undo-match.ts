import { unbindAccount } from '../../identity/patient-accounts.store.ts'
import { endFlowsOf } from '../../identity/flow.store.ts'
import { provenAction } from '../../identity/proven-action.ts'
import { guardianRemoved, patientDisabled } from '../../practice/extension-points.ts'
import { action, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { frontOffice } from '../../protocol/guard.ts'
import { OfPatient, reasonCodes, WithReason } from './account-help.inputs.ts'
import { undoMatchDialog } from './undo-match.dialogs.ts'
import { helpedPatient, type HelpedPatient } from './helped-patient.ts'
import { done, recordAct, type HelpServices } from './record-act.ts'

export interface MatchActions {
  askUndoMatch: ActionDefinition
  undoMatch: ActionDefinition
}

/** An account that was made for the record of somebody else: it ends, and both people can sign up. */
export function matchActions(services: HelpServices): MatchActions {
  const { db } = services
  const undo = undoAction(services)
  return {
    undoMatch: undo,
    askUndoMatch: action({
      name: 'accountHelp.askUndoMatch',
      about: 'Asks for the reason to undo a wrong match',
      guard: frontOffice,
      repeatable: true,
      actions: [undo],
      input: OfPatient,
      run: async (context, { patient }) => {
        const helped = await helpedPatient(db, context, patient)
        return [{ type: 'open', dialog: undoMatchDialog(helped, { login: ownOf(helped).login, undo }) }]
      },
    }),
  }
}

function ownOf({ own, disabling }: HelpedPatient) {
  if (disabling) throw new Failure('accountHelp.isDisabled', { status: 409 })
  if (!own) throw new Failure('accountHelp.noOwnAccount', { status: 404 })
  return own
}

function undoAction(services: HelpServices): ActionDefinition {
  const { db, sessions, uses } = services
  return provenAction(services, {
    name: 'accountHelp.undoMatch',
    about: 'Ends an account that was made for the wrong record',
    guard: frontOffice,
    input: WithReason,
    codes: reasonCodes,
    run: async (context, { patient, reason }) => {
      const helped = await helpedPatient(db, context, patient)
      const { accountId } = ownOf(helped)
      const { key } = helped
      const at = context.now()
      const ended = await db.transaction(async (tx) => {
        const unbound = await unbindAccount(tx, { ...key, accountId, at })
        if (unbound.length === 0) throw new Failure('accountHelp.noOwnAccount', { status: 404 })
        await endFlowsOf(tx, accountId)
        for (const each of unbound)
          for (const removed of uses(guardianRemoved)) await removed(tx, { ...key, accountId: each })
        for (const hear of uses(patientDisabled)) await hear(tx, { ...key, at })
        await recordAct(services, context, { tx, helped, what: 'match undone', reason })
        return unbound
      })
      for (const each of ended)
        await sessions.end(each === accountId ? { accountId } : { accountId: each, actingFor: key.patientId })
      return done(context, { helped, text: 'The wrong match is undone.' })
    },
  })
}
