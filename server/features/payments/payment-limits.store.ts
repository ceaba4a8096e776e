import { and, eq, gt, inArray, isNotNull, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { openedCards, payments } from './schema.ts'
import type { PatientKey } from '../../protocol/principal.ts'
import type { Tries } from './payment-limits.rules.ts'
import { unresolvedStates } from './payment-states.rules.ts'

const hourMs = 3_600_000

/** Who tries something. `network` is an opaque name of the network address; null for the portal itself. */
export interface Trier extends PatientKey {
  payer: string
  network: string | null
}

/** The declined payments of a day. Those without an end count for the person: many may be sent at once. */
export async function countDeclines(db: Db, trier: Trier, at: Date): Promise<Tries> {
  const isDeclined = and(eq(payments.state, 'declined'), isNotNull(payments.declineReason))
  const isTried = or(isDeclined, inArray(payments.state, [...unresolvedStates]))
  const { isMeant, counts } = countsOf({ time: payments.changedAt, columns: payments, trier, at, isDeclined })
  const [row] = await db.select(counts).from(payments).where(and(isMeant, isTried))
  return triesIn(row)
}

export async function countOpenings(db: Db, trier: Trier, at: Date): Promise<Tries> {
  const { isMeant, counts } = countsOf({ time: openedCards.openedAt, columns: openedCards, trier, at })
  const [row] = await db.select(counts).from(openedCards).where(isMeant)
  return triesIn(row)
}

export async function noteOpening(db: Db, trier: Trier, at: Date): Promise<void> {
  await db.insert(openedCards).values({ ...trier, openedAt: at })
}

interface Counted {
  time: AnyColumn
  columns: { licenseeId: AnyColumn; payer: AnyColumn; patientId: AnyColumn; network: AnyColumn }
  trier: Trier
  at: Date
  /** Which of a network count; default all. */
  isDeclined?: SQL | undefined
}

function countsOf({ time, columns, trier, at, isDeclined }: Counted) {
  const since = { hour: new Date(at.getTime() - hourMs), day: new Date(at.getTime() - 24 * hourMs) }
  const isPayer = eq(columns.payer, trier.payer)
  const isPatient = eq(columns.patientId, trier.patientId)
  const isNetwork = trier.network === null ? sql`false` : eq(columns.network, trier.network)
  const count = (period: keyof typeof since, ...conditions: (SQL | undefined)[]) =>
    sql<number>`(count(*) filter (where ${and(gt(time, since[period]), ...conditions)}))::integer`
  return {
    isMeant: and(eq(columns.licenseeId, trier.licenseeId), gt(time, since.day), or(isPayer, isPatient, isNetwork)),
    counts: {
      payerHour: count('hour', isPayer),
      payerDay: count('day', isPayer),
      patientHour: count('hour', isPatient),
      patientDay: count('day', isPatient),
      networkHour: count('hour', isNetwork, isDeclined),
      networkDay: count('day', isNetwork, isDeclined),
    },
  }
}

type CountsRow = Record<`${'payer' | 'patient' | 'network'}${'Hour' | 'Day'}`, number>

function triesIn(row: CountsRow | undefined): Tries {
  if (!row) return { person: { hour: 0, day: 0 }, network: { hour: 0, day: 0 } }
  return {
    person: { hour: Math.max(row.payerHour, row.patientHour), day: Math.max(row.payerDay, row.patientDay) },
    network: { hour: row.networkHour, day: row.networkDay },
  }
}
