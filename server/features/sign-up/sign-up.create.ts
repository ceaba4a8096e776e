import Type from 'typebox'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import type { Db } from '../../db/open.ts'
import type { Patient } from '../../gateways/emr/patients/patients.ts'
import { insertAccount, type NewAccount } from '../../identity/account.store.ts'
import { refuseWeakPassword } from '../../identity/chosen-password.ts'
import { advanceFlow, endFlow, type Flow } from '../../identity/flow.store.ts'
import { NewPassword } from '../../identity/password.rules.ts'
import { flowPlace } from '../../identity/verification.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { accountCreated, beginAnew } from './sign-up.dialogs.ts'
import { notNow, purpose, signUpAt, toStep, type SignUp, type SignUpServices } from './sign-up.flow.ts'
import { NewLogin } from '../../identity/login.rules.ts'

const codes = {
  '/Login': {
    required: 'signUp.username',
    minLength: 'signUp.usernameForm',
    maxLength: 'signUp.usernameForm',
    pattern: 'signUp.usernameForm',
  },
  '/PatientPassword': { required: 'password.required' },
  '/PatientPassword2': { required: 'password.confirmRequired' },
  '/Terms': { required: 'signUp.terms', type: 'signUp.terms', const: 'signUp.terms' },
}
const pointers = { password: '/PatientPassword', repeated: '/PatientPassword2' }

/** Step 2: creates the account, once per verified sign-up and per record. */
export function createAccountAction(services: SignUpServices): ActionDefinition {
  return action({
    name: 'account.createAccount',
    about: 'Creates the account of a verified sign-up',
    ofAccount: true,
    guard: anyone,
    // Its response is not stored: the fast hash of the input, stored with it, would allow guessing the password.
    repeatable: true,
    limit: { perAddress: 30 },
    codes,
    input: closed({
      Login: NewLogin,
      PatientPassword: NewPassword,
      PatientPassword2: NewPassword,
      Terms: Type.Literal(true),
    }),
    run: async (context, { Login: login, PatientPassword: password, PatientPassword2: repeated }) => {
      const flow = await signUpAt(services, context, 'secure', 'done')
      if (flow.step === 'done') return [toStep] // sent twice, or its response was lost
      const patient = await services.emrOf(context.licensee).patient(flow.subject.patient.id)
      if (!patient) throw new Failure('signUp.failed') // the practice has removed the record meanwhile
      const { firstName, lastName } = patient
      refuseWeakPassword(context, { password, repeated, owner: { firstName, lastName, login } }, pointers)
      const passwordHash = await services.passwords.hash(password)
      const request = requestOf(context.licensee.id, { login, passwordHash, patient })
      return answerTo(services, context, await createOnce(services.db, context, { flow, request }))
    },
  })
}

/** Takes the names from the record, not from the typed search. */
function requestOf(
  licenseeId: string,
  { login, passwordHash, patient }: { login: string; passwordHash: string; patient: Patient },
): NewAccount {
  const { id: patientId, emrId, firstName, lastName } = patient
  const actsFor = [{ patientId, emrId, firstName, lastName, relation: 'self' }]
  return { licenseeId, kind: 'patient', login, passwordHash, firstName, lastName, actsFor }
}

type Created = 'created' | 'login taken' | 'patient has one' | 'not now'

/** Advances to the last step and creates the account in one transaction; of many parallel requests, one succeeds. */
function createOnce(
  db: Db,
  context: ActionContext,
  { flow, request }: { flow: Flow<SignUp>; request: NewAccount },
): Promise<Created> {
  const place = flowPlace(context, purpose)
  return db.transaction(async (tx) => {
    if (!(await advanceFlow(tx, { ...place, from: 'secure', to: 'done' }))) return 'not now'
    const made = await insertAccount(tx, request)
    if (typeof made === 'number') return 'created'
    if (made === 'login taken') await advanceFlow(tx, { ...place, from: 'done', to: flow.step })
    else await endFlow(tx, place)
    return made
  })
}

async function answerTo(services: SignUpServices, context: ActionContext, outcome: Created): Promise<Effect[]> {
  if (outcome === 'not now') throw await notNow(services, context)
  if (outcome === 'login taken') throw new Failure('signUp.taken', { pointer: '/Login' })
  if (outcome === 'patient has one') {
    context.session.keepFlow(purpose, undefined)
    return beginAnew(context.setting(practiceSettings.Practice_Phone))
  }
  return [toStep, { type: 'notify', tone: 'success', text: accountCreated }]
}
