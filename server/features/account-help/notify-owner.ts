import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { createMailOf } from '../../identity/mail-of.ts'
import { job } from '../../jobs/job.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import type { Setting } from '../../licensees/settings/definition.ts'
import { paths } from '../../practice/paths.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import { momentText } from '../../protocol/time-words.ts'
import type { Services } from '../../services.ts'
import type { Email } from '../../outbox/outbox.ts'
import { disabledEmail, enabledEmail, oneTimePasswordEmail, authenticatorOffEmail } from './account-help.emails.ts'

type NotifyServices = Pick<Services, 'db' | 'licensees' | 'emrOf' | 'now' | 'log' | 'settings' | 'outbox'>

const What = Type.Union([
  Type.Literal('disabled'),
  Type.Literal('enabled'),
  Type.Literal('oneTimePassword'),
  Type.Literal('secondFactorOff'),
])
export type Notice = Static<typeof What>

/** Emails the owner of an account what the office did with it. A job, because the record server keeps the address. */
export const notifyOwner = job('accountHelp.notifyOwner', {
  input: closed({
    licenseeId: Type.String(),
    accountId: Type.Integer(),
    what: What,
    /** ISO 8601 in UTC. */
    at: Type.String(),
    /** Scheme, host and port for the link. */
    origin: Type.String(),
  }),
  keepTryingFor: { days: 2 },
  looksAgain: { needless: 'the office tells what it did, also somebody who is disabled' },
  run: async (services: NotifyServices, { licenseeId, accountId, what, at, origin }) => {
    const licensee = servedPractice(services.licensees, licenseeId)
    const to = await createMailOf(services, services.now, { evenDisabled: true })(licensee, accountId)
    if (!to)
      return services.log.warn(
        { licensee: licenseeId },
        'an account of which the office changed something has no email address',
      )
    const setting = <S extends Setting>(each: S) => services.settings.value(licenseeId, each)
    const about = {
      licenseeId,
      to,
      practice: practiceName({ licensee, setting }),
      when: momentText(new Date(at), licensee.timeZone),
    }
    const signInAt = origin + paths.signIn()
    const emails: Record<Notice, Email> = {
      disabled: disabledEmail(about),
      enabled: enabledEmail({ ...about, signInAt }),
      oneTimePassword: oneTimePasswordEmail(about),
      secondFactorOff: authenticatorOffEmail(about),
    }
    await services.outbox.enqueue(services.db, emails[what])
  },
})
