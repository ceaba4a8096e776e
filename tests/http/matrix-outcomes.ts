import { visitPaths } from '../../server/features/visits/visits.paths.ts'
import type { Guard } from '../../server/protocol/guard.ts'
import { pdf } from '../support/files.ts'
import { filePart } from '../support/multipart.ts'
import type { RunningPortal } from '../support/portal.ts'
import { sampleOf } from '../support/sample.ts'
import { expectedStatus, type Role } from './matrix-roles.ts'

/** What somebody got, and what a guard must lead to. */
export interface Outcome {
  /** The route, or the name of the region, action or upload. */
  at: string
  role: string
  expected: string
  got: string
}

/** What a test reads of an answer. */
export interface ProblemBody {
  code?: string
  redirect?: string
  screen?: object
}

/** Of an answer: whether it admitted, and with which code it did not. */
export function outcome({ status, code, redirect }: { status: number; code?: string; redirect?: string }): string {
  if (status === 401) return `401 ${code ?? ''} to ${redirect ?? 'nowhere'}`
  if (status === 403) return `403 ${code ?? ''}`
  return status < 500 ? 'admitted' : String(status)
}

/** What a guard must lead to for somebody; `next`: the page that was wanted. */
export function expectedOutcome(guard: Guard, { kind, next }: { kind: Role['kind']; next?: string }): string {
  const status = expectedStatus(guard, kind)
  if (status === 401) return `401 access.signIn to ${guard.signIn}${next ? `?next=${encodeURIComponent(next)}` : ''}`
  if (status === 'admitted') return 'admitted'
  if (kind === 'unprotected' && expectedStatus(guard, 'owner') === 'admitted') return '403 access.unprotected'
  return kind === 'viewer' ? '403 access.viewing' : '403 access.denied'
}

/** Who only views a record is refused before a guard is asked, unless nothing changes. */
function expectedActOutcome(
  { guard, forViewers }: { guard: Guard; forViewers?: boolean },
  { kind }: Pick<Role, 'kind'>,
): string {
  return kind === 'viewer' && !forViewers ? '403 access.onlyViewing' : expectedOutcome(guard, { kind })
}

/** Its link is open to anyone, but who only views a record does not join a call as the patient. */
export const notViewed = new Set([visitPaths.visit.route])

/** What nobody at Northgate may read: the people and the name of the other practice. */
const ofLakeside = /Alvarez|Whitfield|Lakeside|\bLSD-\d{4}\b/g

/** Returns the words of Lakeside in an answer. */
export function leaks(body: unknown): string[] {
  return Buffer.isBuffer(body) ? [] : (JSON.stringify(body).match(ofLakeside) ?? [])
}

/** The actions that leave the role as it is; signing in or out, and ending a view, would change it. */
function actionsKeepingRole({ portal }: RunningPortal) {
  return [...portal.actions.values()].filter(
    ({ name }) => !/^(account\.(signOut|signIn|adminSignIn)|viewAsPatient\.end)$/.test(name),
  )
}

/** Runs every action, without an input, as some of the roles. */
export async function actionOutcomes(portal: RunningPortal, roles: readonly Role[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const definition of actionsKeepingRole(portal))
    for (const { name, kind, visitor } of sampleOf(definition.name, roles, 3)) {
      const { status, body } = await visitor.act<ProblemBody>(definition.name, {})
      const expected = expectedActOutcome(definition, { kind })
      outcomes.push({ at: definition.name, role: name, expected, got: outcome({ status, ...body }) })
    }
  return outcomes
}

/** Sends a file to every upload, as each role. */
export async function uploadOutcomes({ portal }: RunningPortal, roles: readonly Role[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { name: at, guard } of portal.uploads.values())
    for (const { name, kind, visitor } of roles) {
      const { status, body } = await visitor.upload<ProblemBody>(at, [filePart(pdf)])
      const expected = expectedActOutcome({ guard }, { kind })
      outcomes.push({ at, role: name, expected, got: outcome({ status, ...body }) })
    }
  return outcomes
}
