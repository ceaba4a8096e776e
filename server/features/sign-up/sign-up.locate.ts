import { createHash } from 'node:crypto'
import type { Effect } from '../../../schemas/effect.ts'
import type { FoundPatient } from '../../gateways/emr/emr.ts'
import { hasOwnAccount } from '../../identity/account.store.ts'
import { begin } from '../../identity/entering.ts'
import { todayAt } from '../../identity/today.ts'
import { contactsOf, hasContact } from '../../identity/verification.rules.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { InvalidInput } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { beginAnew, noContactWords, signUpOutcomes } from './sign-up.dialogs.ts'
import { endSignUp, purpose, toStep, type SignUp, type SignUpServices } from './sign-up.flow.ts'
import { identityOf, isFuture, locateCodes, LocateInput, lookupKey } from './sign-up.rules.ts'

/** security.md: lookups are limited per address and per identity. */
const perAddress = { tries: 20, seconds: 600 }
const perIdentity = { tries: 5, seconds: 600 }

/** Step 0: finds the one record that fits; what the practice knows of it stays on the server (security.md). */
export function locateRecordAction(services: SignUpServices): ActionDefinition {
  return action({
    name: 'account.locateRecord',
    about: 'Finds the record that somebody wants an account for',
    guard: anyone,
    repeatable: true,
    codes: locateCodes,
    input: LocateInput,
    run: async (context, input) => {
      const identity = identityOf(input)
      context.trace.claimedIdentity = `${identity.firstName} ${identity.lastName}`
      if (isFuture(identity.dob, todayAt(context)))
        throw new InvalidInput([{ pointer: '/PatientDOB', code: 'signUp.future' }])
      await context.takeTry(`locate:from:${context.client.network}`, perAddress)
      await context.takeTry(`locate:who:${hashed(lookupKey(identity))}`, perIdentity)
      const found = await services.emrOf(context.licensee).findPatients(identity)
      await endSignUp(services, context)
      return outcomeOf(services, context, found)
    },
  })
}

async function outcomeOf(
  services: SignUpServices,
  context: ActionContext,
  [patient, ...others]: readonly FoundPatient[],
): Promise<Effect[]> {
  if (!patient) return beginAnew(signUpOutcomes.none)
  if (others.length > 0) return beginAnew(signUpOutcomes.several)
  const whose = { licenseeId: context.licensee.id, patientId: patient.id }
  if (await hasOwnAccount(services.db, whose)) return beginAnew(signUpOutcomes.exists)
  const contacts = contactsOf(patient, services.outbox)
  if (!hasContact(contacts)) return beginAnew(noContactWords(context.setting('Practice_Phone')))
  const { id, emrId, firstName, lastName } = patient
  const subject: SignUp = { patient: { id, emrId, firstName, lastName }, contacts }
  await begin(services, context, { purpose, step: 'choose', subject })
  return [toStep]
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
