import type { AppointmentLinks } from './practice/appointment-links.ts'
import type { ReceiveFile } from './practice/files/receive-file.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db/open.ts'
import type { Cipher, Encryption } from './encryption.ts'
import type { Cards } from './gateways/cards/cards.ts'
import type { Direct } from './gateways/direct/direct.ts'
import type { Emr } from './gateways/emr/emr.ts'
import type { AccountSessions } from './identity/account-sessions.ts'
import type { Passwords } from './identity/password.ts'
import type { CallRequest, IssuedCall } from './issue-call.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Licensee } from './licensees/licensee.ts'
import type { SettingsStore } from './licensees/settings/settings-store.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Context } from './protocol/context.ts'
import type { Uses } from './protocol/extension-point.ts'
import type { CountedTries } from './protocol/limiter.ts'
import type { LinkTokens } from './protocol/link-tokens.ts'
import type { PortalIndex } from './protocol/portal-index.ts'

/**
 * The services available to features: a closed list, built once by `buildApp`. It names no feature; each feature takes
 * a `Pick` of it.
 */
export interface Services {
  db: Db
  licensees: readonly Licensee[]
  /** The record server of a practice. */
  emrOf: (licensee: Licensee) => Emr
  /** The card processor of a practice; undefined if none is configured. */
  cardsOf: (licensee: Licensee) => Cards | undefined
  /** The clock of the portal. Screens and actions use the one of their context instead. */
  now: () => Date
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  settings: SettingsStore
  outbox: Outbox
  /** Sends Direct messages; undefined if no HISP is configured. */
  direct: Direct | undefined
  /** Adds items to jobs that a feature lists in its `jobs`. */
  jobs: Pick<Jobs, 'add' | 'addLater' | 'soon'>
  /** Tells open screens that depend on these topics to reload; for events outside of requests. */
  publish: (topics: string[]) => void
  sessions: AccountSessions
  passwords: Passwords
  /** The attempts that the portal has counted, for those who unlock an account. */
  countedTries: CountedTries
  /** For what is stored. */
  encryption: Encryption
  /** For what stands in addresses. */
  cipher: Cipher
  linkTokens: LinkTokens
  appointmentLinks: AppointmentLinks
  /** Returns a route of this portal that redirects this person to an external URL; valid for a minute. */
  signedRedirect: (to: Pick<Context, 'licensee' | 'principal'>, href: string) => string
  /** Admits a person to the call of a video visit. */
  issueCall: (request: CallRequest) => IssuedCall
  receiveFile: ReceiveFile
  index: PortalIndex
  uses: Uses
}
