import { lastStaffSignIns } from '../../identity/last-sign-ins.store.ts'
import { staffInvitationsOf } from '../../identity/staff-invitations.store.ts'
import { countOwners, staffMember, staffNames, staffPage } from '../../identity/staff.store.ts'
import { staffAccessSettings } from '../../practice/staff-access.settings.ts'
import { staffTopic } from '../../practice/staff.ts'
import type { Context } from '../../protocol/context.ts'
import { Failure } from '../../protocol/failure.ts'
import { lastPageOf, type PageRequest } from '../../protocol/paging.ts'
import { signedIn } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { staffChangesOf } from './changes.store.ts'
import type { MemberPage } from './member.screens.ts'
import { nameOf, numberOf } from './staff.rules.ts'
import type { StaffList } from './staff.screens.ts'

type LoadServices = Pick<Services, 'db'>

/** Reads who is invited to the staff of a practice, and a page of who works there; ended ones come last. */
export async function loadStaff(
  { db }: LoadServices,
  context: Context,
  request: PageRequest,
): Promise<Pick<StaffList, 'page' | 'invitations'>> {
  const licenseeId = context.licensee.id
  context.dependsOn(staffTopic(licenseeId))
  const ask = (page: number) => staffPage(db, { licenseeId, page, size: request.size })
  const [first, invitations] = await Promise.all([ask(request.page), staffInvitationsOf(db, { licenseeId })])
  for (const { endsAt } of invitations) context.changesAt(endsAt)
  const page = Math.min(request.page, lastPageOf(first.total, request.size))
  const { rows: members, total } = page === request.page ? first : await ask(page)
  const signedInAt = await lastStaffSignIns(
    db,
    members.map(({ accountId }) => accountId),
  )
  const rows = members.map((member) => ({ ...member, lastSignIn: signedInAt.get(member.accountId) }))
  return { page: { ...request, page, total, rows }, invitations }
}

/** Reads a member of the staff. Throws the Failure `staff.unknown`. */
export async function loadMember(
  { db }: LoadServices,
  context: Context,
  number: string,
): Promise<Omit<MemberPage, 'actions'>> {
  const licenseeId = context.licensee.id
  context.dependsOn(staffTopic(licenseeId))
  const accountId = numberOf(number)
  const member = accountId === undefined ? undefined : await staffMember(db, { licenseeId, accountId })
  if (!member) throw new Failure('staff.unknown', { status: 404 })
  const [changes, signedInAt, otherOwners] = await Promise.all([
    staffChangesOf(db, { licenseeId, accountId: member.accountId }),
    lastStaffSignIns(db, [member.accountId]),
    countOwners(db, { licenseeId, except: member.accountId }),
  ])
  const changers = [...new Set(changes.map(({ changedBy }) => changedBy))]
  const names = await staffNames(db, { licenseeId, accountIds: changers })
  const whoOf = (id: number) => {
    const name = names.get(id)
    return name ? nameOf(name) : ''
  }
  return {
    member: { ...member, lastSignIn: signedInAt.get(member.accountId) },
    changes: changes.map((change) => ({ ...change, who: whoOf(change.changedBy) })),
    isSelf: signedIn(context).accountId === member.accountId,
    isOnlyOwner: otherOwners === 0 && member.roles.includes('owner') && !member.endedAt,
    needsSecondFactor: context.setting(staffAccessSettings.Staff_Second_Factor),
    timeZone: context.licensee.timeZone,
  }
}
