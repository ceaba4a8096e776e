import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Account } from '../../identity/account.store.ts'
import { portalBase } from '../../identity/email-content.ts'
import { createMailOf } from '../../identity/mail-of.ts'
import { job } from '../../jobs/job.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import type { Setting } from '../../licensees/settings/definition.ts'
import { paths } from '../../practice/paths.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { ActionContext } from '../../protocol/definitions.ts'
import { momentText } from '../../protocol/time-words.ts'
import type { Services } from '../../services.ts'
import { wrongPasswordsEmail } from './sign-in.emails.ts'

export type WarnServices = Pick<Services, 'db' | 'emrOf' | 'licensees' | 'now' | 'log' | 'settings' | 'outbox'>

const Warning = closed({
  licenseeId: Type.String(),
  accountId: Type.Integer(),
  login: Type.String(),
  /** ISO 8601 in UTC. */
  at: Type.String(),
  /** The page for a new password. */
  choosePasswordAt: Type.String(),
})

/** What the owner of an account is warned of. */
export function warning(context: ActionContext, { id, kind, login, licenseeId }: Account): Static<typeof Warning> {
  return {
    licenseeId,
    accountId: id,
    login,
    at: context.now().toISOString(),
    choosePasswordAt: portalBase(context) + (kind === 'admin' ? paths.adminForgotPassword() : paths.forgotPassword()),
  }
}

/** Emails the owner of an account about wrong passwords. A job, because the record server keeps the address. */
export const warnOwner = job('signIn.warnOwner', {
  input: Warning,
  keepTryingFor: { days: 1 },
  looksAgain: { needless: 'the owner of an account is warned, if it can still sign in' },
  run: async (services: WarnServices, { licenseeId, accountId, at, ...about }) => {
    const licensee = servedPractice(services.licensees, licenseeId)
    const to = await createMailOf(services, services.now)(licensee, accountId)
    if (!to)
      return services.log.warn({ licensee: licenseeId }, 'an account with many wrong passwords has no email address')
    const setting = <S extends Setting>(each: S) => services.settings.value(licenseeId, each)
    const email = wrongPasswordsEmail({
      ...about,
      licenseeId,
      to,
      practice: practiceName({ licensee, setting }),
      when: momentText(new Date(at), licensee.timeZone),
    })
    await services.outbox.enqueue(services.db, email)
  },
})
