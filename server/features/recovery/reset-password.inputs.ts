import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { NewPassword } from '../../identity/password.rules.ts'
import { ResetToken } from '../../identity/reset-links.ts'

/** What people type. */
export const NewPasswords = closed({ Password: NewPassword, Password2: NewPassword })

/** The same with the token of the link. `ofStaff`: of a page for the staff. */
export const ResetByLink = closed({
  token: ResetToken,
  ofStaff: Type.Optional(Type.Literal(true)),
  ...NewPasswords.properties,
})
