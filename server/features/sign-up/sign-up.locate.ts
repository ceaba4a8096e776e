import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import type { Effect } from '../../../schemas/effect.ts'
import type { PatientMatch } from '../../gateways/emr/patients/patients.ts'
import { hasOwnAccount } from '../../identity/account.store.ts'
import { startFlow } from '../../identity/start-flow.ts'
import { contactDialog, countFailed, countLookup, LocateInput, lookUp } from '../../identity/patient-lookup.ts'
import { contactsOf, hasContact } from '../../identity/verification.rules.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { anyone } from '../../protocol/guard.ts'
import { showLinkSent, showNoContact, showOutcome } from './sign-up.dialogs.ts'
import { endSignUp, purpose, toStep, type SignUp, type SignUpServices } from './sign-up.flow.ts'
import { sendSignUpLink } from './sign-up.link.ts'
import { locateCodes } from './sign-up.rules.ts'

/** Step 0: finds the one matching record; its details stay on the server (security.md). */
export function locateRecordAction(services: SignUpServices): ActionDefinition {
  const locate: ActionDefinition = action({
    name: 'account.locateRecord',
    about: 'Finds the record that somebody wants an account for',
    ofAccount: true,
    guard: anyone,
    repeatable: true,
    codes: locateCodes,
    upToToday: { '/PatientDOB': 'signUp.future' },
    input: LocateInput,
    get actions() {
      return [locate]
    },
    run: async (context, input) => {
      const left = await countLookup(context, input)
      if (left === 'contact') return [{ type: 'open', dialog: contactDialog(locate, input) }]
      const matches = await lookUp(services.emrOf(context.licensee), input)
      if (left === 'over') return [{ type: 'close' }, ...(await answerByLink(services, context, { matches, input }))]
      await endSignUp(services, context)
      const effects = await outcomeOf(services, context, matches)
      return input.Contact === undefined ? effects : [{ type: 'close' }, ...effects]
    },
  })
  return locate
}

/** Says the same in each case: what was looked up is for the owner of the contact only. */
async function answerByLink(
  services: SignUpServices,
  context: ActionContext,
  { matches: [patient, ...others], input: { Contact = '' } }: { matches: readonly PatientMatch[]; input: LocateInput },
): Promise<Effect[]> {
  if (!patient) await countFailed(context, services)
  else if (others.length === 0) await sendSignUpLink(services, context, { patient, contact: Contact })
  return showLinkSent(context.setting(practiceSettings.Practice_Phone))
}

async function outcomeOf(
  services: SignUpServices,
  context: ActionContext,
  [patient, ...others]: readonly PatientMatch[],
): Promise<Effect[]> {
  const office = context.setting(practiceSettings.Practice_Phone)
  if (!patient) {
    await countFailed(context, services)
    return showOutcome('none', office)
  }
  if (others.length > 0) return showOutcome('several', office)
  const whose = { licenseeId: context.licensee.id, patientId: patient.id }
  if (await hasOwnAccount(services.db, whose)) return showOutcome('exists', office)
  const contacts = contactsOf(patient, services.outbox)
  if (!hasContact(contacts)) return showNoContact(office)
  const { id, emrId, firstName, lastName, hasEarlierAccount } = patient
  const subject: SignUp = {
    patient: { id, emrId, firstName, lastName },
    contacts,
    ...(hasEarlierAccount ? { hasEarlierAccount } : {}),
  }
  await startFlow(services, context, { purpose, step: 'choose', subject })
  return [toStep]
}
