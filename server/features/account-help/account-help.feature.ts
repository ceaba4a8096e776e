import { adminNames } from '../../identity/account.store.ts'
import { disablingOf } from '../../identity/disabled-patients.store.ts'
import { patientPageNotices, patientPageSections } from '../../practice/extension-points.ts'
import type { Context } from '../../protocol/context.ts'
import { feature } from '../../protocol/definitions.ts'
import { frontOffice, patientStaff } from '../../protocol/guard.ts'
import { actsOf } from './account-acts.store.ts'
import { ConfirmForm, DecideForm, EmailForm, ReasonForm } from './account-help.inputs.ts'
import { accountHelpMessages } from './account-help.messages.ts'
import { disabledNotice, helpBlocks, historyBlocks, type HelpActions } from './account-help.screens.ts'
import { removalRequest } from './second-factor-removals.store.ts'
import { secondFactorActions } from './second-factor.ts'
import { emailActions, guardiansIn } from './change-email.ts'
import { confirmEmailAction, confirmEmailPage } from './confirm-email.ts'
import { matchActions } from './undo-match.ts'
import type { BlockList } from '../../../schemas/block.ts'
import { signedIn } from '../../protocol/principal.ts'
import { disableActions, runningPayments } from './disable-patient.ts'
import { passwordActions } from './reset-password.ts'
import type { HelpServices } from './record-act.ts'
import { endAccess } from './end-access.ts'
import { locksOf, unlockAction } from './unlock.ts'
import { findHelped } from './helped-patient.ts'
import { notifyOwner } from './notify-owner.ts'

/** What the front desk does for the account of a patient, on the patient's page (specification 2 §2.15). */
export const accountHelp = feature('account-help', (services: HelpServices) => {
  const actions = {
    ...disableActions(services),
    ...passwordActions(services),
    unlock: unlockAction(services),
    ...secondFactorActions(services),
    ...matchActions(services),
    ...emailActions(services),
  }
  const confirmEmail = confirmEmailAction(services)
  return {
    messages: accountHelpMessages,
    actions: [...Object.values(actions), confirmEmail],
    forms: () => [DecideForm, ReasonForm, EmailForm, ConfirmForm],
    screens: [confirmEmailPage(services, confirmEmail)],
    jobs: [endAccess.using(services), notifyOwner.using(services)],
    extends: [
      patientPageNotices.add({
        guard: patientStaff,
        blocks: async ({ licensee: { id: licenseeId, timeZone } }, { id: patientId }) => {
          const disabling = await disablingOf(services.db, { licenseeId, patientId })
          if (!disabling) return []
          const names = await adminNames(services.db, { licenseeId })
          return disabledNotice(disabling, { nameOf: (login) => names.get(login) ?? login, timeZone })
        },
      }),
      patientPageSections.add({
        id: 'account-help',
        title: 'Help with the account',
        guard: frontOffice,
        order: 25,
        actions: Object.values(actions),
        blocks: (context, { id }) => helpSection(services, context, { id, actions }),
      }),
    ],
  }
})

async function helpSection(
  services: HelpServices,
  context: Context,
  { id, actions }: { id: string; actions: HelpActions },
): Promise<BlockList> {
  const { db } = services
  const { id: licenseeId, timeZone } = context.licensee
  const [acts, names, helped] = await Promise.all([
    actsOf(db, { licenseeId, patientId: id }),
    adminNames(db, { licenseeId }),
    findHelped(db, context, id),
  ])
  const history = { acts, nameOf: (login: string) => names.get(login) ?? login, timeZone }
  if (!helped) return historyBlocks(history)
  const [payments, locks, removal] = await Promise.all([
    runningPayments(services, context, { db, helped }),
    locksOf(services, context, helped),
    helped.own && removalRequest(db, { accountId: helped.own.accountId, at: context.now() }),
  ])
  const viewer = signedIn(context).accountId
  const guardians = guardiansIn(helped, context.now())
  return helpBlocks({ ...history, helped, actions, payments, locks, removal, viewer, guardians })
}
