import type { Licensee } from '../../server/licensees/licensee.ts'
import type { SettingsStore } from '../../server/licensees/settings/settings-store.ts'
import type { Db } from '../../server/db/open.ts'
import type { AuditRow } from '../../server/protocol/audit-store.ts'
import { openContext } from '../../server/protocol/context.ts'
import type { ActionContext } from '../../server/protocol/definitions.ts'
import { Failure, InvalidInput } from '../../server/protocol/failure.ts'
import type { Limit } from '../../server/protocol/limiter.ts'
import type { Principal } from '../../server/protocol/principal.ts'
import { testEncryption } from './encryption.ts'
import type { Portal } from '../../server/protocol/portal.ts'
import { noClient, type ClientInfo } from '../../server/protocol/client-info.ts'

export const patient: Principal = {
  accountId: 7,
  kind: 'patient',
  login: 'maria',
  firstName: 'Maria',
  lastName: 'Alvarez',
  patient: { id: '300001', emrId: 'e1', firstName: 'Maria', lastName: 'Alvarez' },
}

export interface SmallPortal {
  portal: Portal
  clock: { now: Date }
  /** Every counted attempt, in order. */
  tries: ({ key: string } & Limit)[]
  /** The seconds to wait, by the end of the limit's key. */
  waits: Record<string, number>
  notes: AuditRow[]
}

/** What every action passes through, without practices, settings and features. */
export function smallPortal(db?: Db): SmallPortal {
  const small: Omit<SmallPortal, 'portal'> = {
    clock: { now: new Date('2026-11-23T15:00:00Z') },
    tries: [],
    waits: {},
    notes: [],
  }
  const take = (key: string, limit: Limit) => {
    small.tries.push({ key, ...limit })
    return Promise.resolve(Object.entries(small.waits).find(([end]) => key.endsWith(end))?.[1] ?? 0)
  }
  const portal = {
    db,
    now: () => small.clock.now,
    limiter: { take },
    audit: { note: (row: AuditRow) => Promise.resolve(void small.notes.push(row)) },
    publicAddress: () => ({ tls: true }),
    fingerprint: (text: string) => `of ${text}`,
    effectEncryption: testEncryption,
    translate: (error: unknown) => error,
    carryWithinMs: 60_000,
    checksAnswers: true,
    actions: new Map(),
  } as unknown as Portal // the part that actions use
  return Object.assign(small, { portal })
}

/** The context of a patient's action, or of another principal. */
export function actor(principal: Principal | undefined = patient, client: Partial<ClientInfo> = {}): ActionContext {
  return openContext({
    licensee: { id: 'lakeside' } as Licensee, // these actions read no other property
    settings: { value: () => '' } as unknown as SettingsStore, // these actions depend on no setting
    principal,
    requestId: '1',
    client: { ...noClient, network: '203.0.113.7', ...client },
    now: () => new Date('2026-11-23T15:00:00Z'),
  }) as ActionContext // no session to change
}

/** A visitor who is not signed in. */
export const visitor = (): ActionContext => Object.assign(actor(), { principal: undefined })

/** Returns the code and options of the Failure that is thrown, the errors of InvalidInput, or the error itself. */
export async function refusalOf(act: () => unknown): Promise<unknown> {
  try {
    await act()
    return undefined
  } catch (error) {
    if (error instanceof InvalidInput) return error.errors
    return error instanceof Failure ? [error.code, error.options] : error
  }
}
