import type { Db } from '../../db/open.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { ActionContext } from '../../protocol/definitions.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Passwords } from './password.ts'
import type { Seal } from './seal.ts'

/** An open session, as its owner sees it. */
export interface OpenSession {
  /** Names the session; nobody can sign in with it. */
  hash: string
  from?: { address: string; agent: string }
  startedAt: Date
  lastActivityAt: Date
}

export interface AccountSessions {
  /** Latest activity first. */
  list(accountId: number): Promise<OpenSession[]>
  /** Ends sessions of an account, with their sockets: all, only `hash` or those `actingFor` a patient, or all but `except`. Answers how many. */
  end(which: { accountId: number; hash?: string; except?: string; actingFor?: string }): Promise<number>
}

/** What the parts of the account room share. */
export interface AccountTools {
  db: Db
  emrOf: (licensee: Licensee) => Emr
  outbox: Outbox
  sessions: AccountSessions
  seal: Seal
  passwords: Passwords
  /** Links lead only where this portal has a screen. */
  reachable: (route: string) => boolean
  /** The words of the audit log's events for whoever they concern, by event; the others are not for them. */
  activityWords: () => ReadonlyMap<string, string>
  /** Hears of somebody who signs out, while they are still known. Never rejects. */
  leaving?: (context: ActionContext) => Promise<void>
}
