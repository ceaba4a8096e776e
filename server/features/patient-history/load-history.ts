import { adminNames } from '../../identity/account.store.ts'
import { failedTries, messagesTo, type SentMessage } from '../../identity/patient-history.store.ts'
import { accountsOfPatient } from '../../identity/patient-accounts.store.ts'
import { recipientKey, sentMessagesTopic, type OpenedPatient } from '../../practice/patient-page.ts'
import { readAudit } from '../../protocol/audit-store.ts'
import { phone } from '../../protocol/block-builders.ts'
import { eventsShown } from '../../practice/session-actions.ts'
import type { Context } from '../../protocol/context.ts'
import { lastPageOf, type PageRequest } from '../../protocol/paging.ts'
import type { PatientKey, PrincipalKind } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import type { ShownAccess, ShownTry } from './patient-history.screens.ts'
import { activityText, tryEvents } from './patient-history.rules.ts'

export type HistoryServices = Pick<Services, 'db' | 'emrOf' | 'encryption' | 'index'>

const mostRows = 10
const triesShownForMs = 30 * 86_400_000

/** The latest messages to the patient, and to the guardians, whose user names are their addresses. */
export async function loadMessages(
  context: Context,
  { db, encryption }: HistoryServices,
  { id: patientId, record }: OpenedPatient,
): Promise<SentMessage[]> {
  const { licensee } = context
  const accounts = await accountsOfPatient(db, { licenseeId: licensee.id, patientId })
  const own = typeof record === 'string' ? [] : [record.email, phone(record.cellPhone).text.replace(/\D/g, '')]
  const names = [...own, ...accounts.map(({ login }) => login).filter((login) => login.includes('@'))]
  const keys = keysOf(names).map((name) => recipientKey(encryption, name))
  for (const key of keys) context.dependsOn(sentMessagesTopic({ licenseeId: licensee.id, key }))
  return messagesTo({ db, encryption }, { licenseeId: licensee.id, keys, most: mostRows })
}

/** What was tried under the user names of the accounts, or under the name of the patient, and refused. */
export async function loadTries(
  context: Context,
  { db, index }: HistoryServices,
  { id: patientId, firstName, lastName }: OpenedPatient,
): Promise<ShownTry[]> {
  const licenseeId = context.licensee.id
  const own = (await accountsOfPatient(db, { licenseeId, patientId })).filter(({ relation }) => relation === 'self')
  const tries = await failedTries(db, {
    licenseeId,
    names: keysOf([...own.map(({ login }) => login), `${firstName} ${lastName}`]),
    events: tryEvents,
    after: new Date(context.now().getTime() - triesShownForMs),
    most: mostRows,
  })
  return tries.map((each) => ({ ...each, why: index.messageOf(each.outcome) ?? 'It was refused.' }))
}

const keysOf = (names: readonly string[]) => [
  ...new Set(names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '')),
]

const actors: Record<PrincipalKind, string> = {
  patient: 'Patient',
  guardian: 'Guardian',
  admin: 'Staff',
  viewer: 'Staff, viewing the account',
  guest: 'Guest',
}

/** A page of the accesses to the record by everybody, latest first. */
export async function loadActivity(
  context: Context,
  { db, index }: HistoryServices,
  { patientId, request }: { patientId: string; request: Pick<PageRequest, 'page' | 'size'> },
): Promise<{ rows: ShownAccess[]; total: number; page: number }> {
  const licenseeId = context.licensee.id
  const words = index.activityWords()
  const nameOf = await namesOfActors(db, { licenseeId, patientId })
  const ask = (page: number) =>
    readAudit(db, {
      licenseeId,
      patientId,
      actorKinds: Object.keys(actors) as PrincipalKind[], // of the record above
      events: eventsShown(words),
      eventsOfAll: [],
      from: new Date(0),
      until: new Date(context.now().getTime() + 1),
      page,
      size: request.size,
    })
  const first = await ask(request.page)
  const page = Math.min(request.page, lastPageOf(first.total, request.size))
  const { rows, total } = page === request.page ? first : await ask(page)
  return {
    total,
    page,
    rows: rows.map(({ id, at, event, actor, actorKind, address }) => ({
      id,
      at,
      what: activityText(event, words.get(event) ?? ''),
      who: whoText(nameOf(actor), actorKind),
      address,
    })),
  }
}

const kindText = (kind: string) => actors[kind as PrincipalKind] ?? '' // visitors are not read
const whoText = (name: string, kind: string) => (name === '' ? kindText(kind) : `${name} (${kindText(kind)})`)

/** Names the people of the practice and those who act for a patient; others keep their user name. */
async function namesOfActors(db: HistoryServices['db'], key: PatientKey): Promise<(login: string) => string> {
  const [staff, accounts] = await Promise.all([adminNames(db, key), accountsOfPatient(db, key)])
  const names = new Map([
    ...staff,
    ...accounts.map(({ login, firstName, lastName }) => [login, `${firstName} ${lastName}`.trim()] as const),
  ])
  return (login) => names.get(login) || login
}
