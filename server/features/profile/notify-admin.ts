import { randomUUID } from 'node:crypto'
import { closed } from '../../../schemas/base.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { staffTaskRequests } from '../../practice/extension-points.ts'
import { staffTasksTopic } from '../../practice/staff-tasks.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patients } from '../../protocol/guard.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { Lines } from '../../protocol/typed-values.ts'
import type { Services } from '../../services.ts'
import { requestEmail } from './profile.emails.ts'

/** Specification 2 §9. */
const longestNote = 250

const Note = Lines(longestNote)

/**
 * Asks the office to change details (specification 2 §4.10). The e-mail is sent immediately or not at all: when sending
 * fails, the person keeps the note and is asked to call, and no late second e-mail arrives.
 */
export function notifyAdmin(services: Pick<Services, 'db' | 'emrOf' | 'outbox' | 'uses'>): ActionDefinition {
  return action({
    name: 'account.notifyAdmin',
    about: 'Asks the office to change profile details',
    guard: patients,
    input: closed({ note: Note }),
    codes: { '/note': { required: 'profile.note', pattern: 'profile.note' } },
    limit: { perAddress: 30 },
    run: async (context, { note }) => {
      const { accountId, patient } = actingPrincipal(context)
      await context.takeTry(`notifyAdmin:${accountId}`, { tries: 10, seconds: 3600 })
      const to = await officeMail(services, context)
      const practice = practiceName(context)
      const isSent = await services.outbox.sendAtOnce(
        requestEmail({ licenseeId: context.licensee.id, to, practice, patient, note }),
      )
      context.trace.transmitted = { to, status: isSent ? 'sent' : 'failed' }
      if (!isSent) throw new Failure('profile.notSent', { status: 503 })
      await listForStaff(services, context, note)
      return [
        { type: 'refresh', what: 'screen' }, // resets the form
        {
          type: 'notify',
          tone: 'success',
          text: 'Your request for updating profile details has been sent successfully!',
        },
      ]
    },
  })
}

/** The office reads it in its list too, where somebody takes it. */
async function listForStaff(
  { db, uses }: Pick<Services, 'db' | 'uses'>,
  context: ActionContext,
  note: string,
): Promise<void> {
  const licenseeId = context.licensee.id
  const patientId = actingPrincipal(context).patient.id
  await db.transaction(async (tx) => {
    for (const add of uses(staffTaskRequests))
      await add(tx, { licenseeId, kind: 'change', key: randomUUID(), patientId, detail: note, at: context.now() })
    await noteInTransaction(tx, context)
  })
  context.publish([staffTasksTopic(licenseeId)])
}

/** Specification 2 §8: a failed look-up shows the same message as a failed e-mail. */
async function officeMail({ emrOf }: Pick<Services, 'emrOf'>, context: ActionContext): Promise<string> {
  try {
    return await emrOf(context.licensee).facilityMail(actingPrincipal(context).patient.id)
  } catch (error) {
    if (error instanceof EmrError) throw new Failure('profile.notSent', { status: 503, cause: error })
    throw error
  }
}
