import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { deliverMail, mayStillSend } from './deliver-mail.ts'
import { mailTopic } from './mail-content.ts'
import { mailPaths } from './mail.paths.ts'
import { keptMs } from './mail.rules.ts'
import { guarded, mailWays } from './mail-ways.ts'
import { discardMail, mailOf, retryMail, type OfPatient } from './mails.store.ts'
import { withdrawMail } from './secure-mails.store.ts'
import type { SendServices } from './send-mail.ts'

const OneMail = closed({ mail: Type.String({ pattern: '^[0-9a-f]{40}$' }) })
const unknown = () => new Failure('mail.unknown', { status: 404 })

export function ownPatient(context: Pick<ActionContext, 'licensee' | 'principal'>): OfPatient {
  return { licenseeId: context.licensee.id, patientId: actingPrincipal(context).patient.id }
}

/** What a person decides about a mail that could not be delivered, or was not read yet. */
export function mailActs(services: SendServices): Record<'retry' | 'discard' | 'withdraw', ActionDefinition> {
  const { db, jobs } = services
  const retry = action({
    ...guarded,
    name: 'mail.retry',
    about: 'Tried again to send an email',
    input: OneMail,
    run: async (context, { mail: id }) => {
      const patient = ownPatient(context)
      await context.takeTry(`mailRetry:${actingPrincipal(context).accountId}`, { tries: 30, seconds: 3_600 })
      const row = await mailOf(db, { ...patient, id })
      if (!row) throw unknown()
      if (!mailWays[row.way].offered(context)) throw new Failure('mail.wayOff', { status: 403 })
      if (!(await mayStillSend(services, row))) throw new Failure('mail.writerEnded', { status: 409 })
      const at = context.now()
      await db.transaction(async (tx) => {
        if (!(await retryMail(tx, { ...patient, id, at, since: new Date(at.getTime() - keptMs) }))) throw unknown()
        await jobs.add(tx, deliverMail, { id })
      })
      return shown(context, id, 'Your email is sent again.')
    },
  })
  const discard = action({
    ...guarded,
    name: 'mail.discard',
    about: 'Deleted an email that was not delivered',
    input: OneMail,
    run: async (context, { mail: id }) => {
      if (!(await discardMail(db, { ...ownPatient(context), id }))) throw unknown()
      return shown(context, undefined, 'The email was deleted.')
    },
  })
  const withdraw = action({
    ...guarded,
    name: 'mail.withdraw',
    about: 'Withdrew a secure email that was not read',
    input: OneMail,
    run: async (context, { mail: id }) => {
      const mail = { ...ownPatient(context), id }
      if (!(await mailOf(db, mail))) throw unknown()
      if (!(await withdrawMail(db, { ...mail, at: context.now() })))
        throw new Failure('mail.readAlready', { status: 409 })
      return shown(context, id, 'The email was withdrawn.')
    },
  })
  return { retry, discard, withdraw }
}

function shown(context: ActionContext, mail: string | undefined, words: string): Effect[] {
  context.publish([mailTopic(ownPatient(context))])
  return [
    { type: 'notify', tone: 'success', text: words },
    { type: 'navigate', to: mailPaths.sent({ mail }) },
  ]
}
