import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import { accountOf } from '../../identity/account.store.ts'
import { adminOf, startSession } from '../../identity/complete-sign-in.ts'
import { disablingOf } from '../../identity/disabled-patients.store.ts'
import { accountsOfPatient } from '../../identity/patient-accounts.store.ts'
import type { ProofServices } from '../../identity/prove-again.ts'
import { provenAction } from '../../identity/proven-action.ts'
import { officeActs } from '../../practice/office-acts.ts'
import { colorOf } from '../../practice/patient-colors.ts'
import { patientPageQuery, staffPatientTopic } from '../../practice/patient-page.ts'
import { paths } from '../../practice/paths.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { recordsStaff, viewers } from '../../protocol/guard.ts'
import {
  isStaff,
  isViewer,
  type AdminPrincipal,
  type PatientKey,
  type PatientRef,
  type ViewerPrincipal,
} from '../../protocol/principal.ts'
import { OneLine } from '../../protocol/typed-values.ts'
import type { Services } from '../../services.ts'
import { insertView } from './account-views.store.ts'

export type ViewServices = Pick<Services, 'db' | 'emrOf' | 'uses'> & ProofServices

/** Of one account: more than anybody looks into, and too few to read all records. */
const limits = [
  { tries: 20, seconds: 600 },
  { tries: 200, seconds: 86_400 },
]

export interface ViewActions {
  begin: ActionDefinition
  end: ActionDefinition
}

/** The session becomes one that looks, and turns back: never a sign-in as the patient (security.md). */
export function viewActions(services: ViewServices): ViewActions {
  return {
    begin: provenAction(services, {
      name: officeActs.openAccount.name,
      about: 'The office opened the account to look at it',
      guard: recordsStaff,
      input: closed({
        patient: Type.String({ maxLength: 20 }),
        reason: Type.Unsafe<string>({ ...OneLine(200), minLength: 3 }),
        ...patientPageQuery,
      }),
      codes: {
        '/reason': {
          required: 'viewAsPatient.reason',
          minLength: 'viewAsPatient.reasonTooShort',
          maxLength: 'viewAsPatient.reasonTooLong',
          pattern: 'viewAsPatient.characters',
        },
      },
      run: async (context, { patient: patientId, reason, ...cameBy }) => {
        const { principal } = context
        if (!isStaff(principal)) throw new Error('the guard requires staff')
        for (const limit of limits) await context.takeTry(`viewAsPatient:${principal.accountId}`, limit)
        const key = { licenseeId: context.licensee.id, patientId }
        context.trace.patientId = patientId
        const patient = await openablePatient(services, context, key)
        context.trace.reason = reason
        await services.db.transaction(async (tx) => {
          await insertView(tx, { ...key, viewedBy: principal.login, reason, beganAt: context.now() })
          await noteInTransaction(tx, context)
        })
        context.publish([staffPatientTopic(key)])
        await context.session.signIn(
          viewerOf(principal, { patient, returnTo: paths.patientPage({ number: patient.id, ...cameBy }) }),
        )
        return opening(paths.dashboard())
      },
    }),
    end: action({
      name: 'viewAsPatient.end',
      about: 'Ended the view of a patient',
      guard: viewers,
      forViewers: true,
      ofAccount: true,
      repeatable: true,
      input: closed({}),
      run: async (context) => {
        const { principal } = context
        if (!isViewer(principal)) throw new Error('the guard requires a viewer')
        const { accountId, passwordVersion = 0, patient, returnTo } = principal
        context.trace.patientId = patient.id
        const account = await accountOf(services.db, { accountId, passwordVersion })
        if (account) return startSession(services, context, { principal: adminOf(account), to: returnTo })
        await context.session.signOut()
        return opening(paths.adminSignIn())
      },
    }),
  }
}

/** The browser drops all earlier screens, because they are of somebody else. */
function opening(to: string): Effect[] {
  return [{ type: 'purge' }, { type: 'refresh', what: 'shell' }, { type: 'navigate', to, replace: true }]
}

function viewerOf(
  { roles, accountId, login, passwordVersion, firstName, lastName }: AdminPrincipal,
  { patient, returnTo }: Pick<ViewerPrincipal, 'patient' | 'returnTo'>,
) {
  const viewer: ViewerPrincipal = {
    kind: 'viewer',
    roles,
    accountId,
    login,
    firstName,
    lastName,
    patient,
    returnTo,
    color: colorOf(patient.id),
    ...(passwordVersion === undefined ? {} : { passwordVersion }),
  }
  return viewer
}

/** Whether nobody can use the portal for a patient: the patient is disabled, or all who act for them are. */
export async function isClosed(db: Services['db'], key: PatientKey): Promise<boolean> {
  const accounts = await accountsOfPatient(db, key)
  return accounts.every(({ disabledAt }) => disabledAt) || (await disablingOf(db, key)) !== undefined
}

/**
 * Returns the patient as the record server has them now. Throws a Failure if somebody could not use the portal for the
 * patient either, or the record cannot be read.
 */
async function openablePatient(
  { db, emrOf }: ViewServices,
  context: ActionContext,
  key: PatientKey,
): Promise<PatientRef> {
  if ((await accountsOfPatient(db, key)).length === 0) throw new Failure('viewAsPatient.noAccount', { status: 409 })
  if (await isClosed(db, key)) throw new Failure('viewAsPatient.disabled', { status: 409 })
  const failed = (cause?: unknown) => new Failure('viewAsPatient.failed', { status: 502, cause })
  const record = await emrOf(context.licensee)
    .patient(key.patientId)
    .catch((error: unknown) => {
      if (error instanceof EmrError) throw failed(error)
      throw error
    })
  if (!record) throw failed()
  const { id, emrId, firstName, lastName } = record
  return { id, emrId, firstName, lastName }
}
