import type { AppointmentLinks } from './practice/appointment-links.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db/open.ts'
import type { Encryption } from './encryption.ts'
import type { Emr } from './gateways/emr/emr.ts'
import type { Scan } from './gateways/scan/scan.ts'
import type { AccountSessions } from './identity/account-sessions.ts'
import type { Passwords } from './identity/password.ts'
import type { CallRequest, IssuedCall } from './issue-call.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Licensee } from './licensees/licensee.ts'
import type { SettingsBook } from './licensees/settings/settings-book.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Context } from './protocol/context.ts'
import type { Uses } from './protocol/extension-point.ts'
import type { LinkTokens } from './protocol/link-tokens.ts'
import type { PortalIndex } from './protocol/portal-index.ts'

/** What features may ask for: a closed list, made once by `buildApp`. It names no feature; a feature takes a `Pick` of it. */
export interface Services {
  db: Db
  licensees: readonly Licensee[]
  /** The record server of a practice. */
  emrOf: (licensee: Licensee) => Emr
  /** The clock of the portal. Screens and actions ask their context instead. */
  now: () => Date
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  settings: SettingsBook
  outbox: Outbox
  /** Adds to the work that a feature lists as its `jobs`. */
  jobs: Pick<Jobs, 'add' | 'addLater' | 'soon'>
  /** Tells open screens that depend on these topics to ask again; for what happens beside requests. */
  publish: (topics: string[]) => void
  sessions: AccountSessions
  passwords: Passwords
  encryption: Encryption
  linkTokens: LinkTokens
  appointmentLinks: AppointmentLinks
  /** Returns a route of this portal that leads this person, for a minute, to an outside address. */
  signedRedirect: (to: Pick<Context, 'licensee' | 'principal'>, href: string) => string
  /** Admits somebody to the call of a video visit. */
  issueCall: (request: CallRequest) => IssuedCall
  /** Looks for viruses. */
  scan: Scan
  index: PortalIndex
  uses: Uses
}
