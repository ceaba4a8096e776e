import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { NewLogin } from '../../identity/login.rules.ts'
import { NewPassword } from '../../identity/password.rules.ts'
import { staffRoles, type StaffRole } from '../../protocol/principal.ts'
import { EmailAddress, Lines, OneLine } from '../../protocol/typed-values.ts'

/** One line, because e-mails and tables show it. */
const Name = OneLine(100)
const Role = Type.Unsafe<StaffRole>({ type: 'string', enum: [...staffRoles] })
export const Roles = Type.Array(Role, { minItems: 1, uniqueItems: true })
/** Of an account. */
export const Member = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const NewStaff = closed({ firstName: Name, lastName: Name, email: EmailAddress(200), roles: Roles })
export const newStaffCodes = {
  '/firstName': { required: 'staff.firstName', pattern: 'staff.firstName' },
  '/lastName': { required: 'staff.lastName', pattern: 'staff.lastName' },
  '/email': { required: 'staff.email', pattern: 'staff.email' },
  '/roles': { required: 'staff.roles', minItems: 'staff.roles' },
}

export const RolesForm = closed({ roles: Roles })
export const ReasonForm = closed({ reason: Lines(300) })
export const reasonCodes = {
  '/reason': { required: 'staff.reason', minLength: 'staff.reason', pattern: 'staff.reason' },
}

/** What an invited person types; the token of the link is sent with it. */
export const ChosenAccount = closed({ Login: NewLogin, Password: NewPassword, Password2: NewPassword })

/** Blanks around what was typed do not count. */
export function typedStaff({ firstName, lastName, email, roles }: Static<typeof NewStaff>) {
  return { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), roles }
}

/** The user name that is proposed to an invited person: what stands before the @, unless that is too short for one. */
export function proposedLogin(email: string): string {
  const [name = ''] = email.split('@')
  return name.length < 4 ? email : name
}

/** Of a path: the number of an account, or undefined. */
export function numberOf(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`
}

interface RoleChange {
  from: readonly StaffRole[]
  to: readonly StaffRole[]
}

export function losesOwnership({ from, to }: RoleChange): boolean {
  return from.includes('owner') && !to.includes('owner')
}

export function isSameRoles(one: readonly StaffRole[], other: readonly StaffRole[]): boolean {
  return one.length === other.length && one.every((role) => other.includes(role))
}
