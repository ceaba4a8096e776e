import { scopeOf, type Principal, type PrincipalKind } from './principal.ts'

/** Who may open a screen or act. Nothing is open that does not say so. */
export interface Guard {
  name: string
  admits(principal: Principal | undefined): boolean
  /** Where a visitor who is not admitted can sign in. */
  signIn: string
}

const kinds = (name: string, admitted: PrincipalKind[], signIn: string): Guard => ({
  name,
  signIn,
  admits: (principal) => principal !== undefined && admitted.includes(principal.kind),
})

export const anyone: Guard = { name: 'anyone', admits: () => true, signIn: '/user/login' }
export const patients: Guard = kinds('patients', ['patient'], '/user/login')
export const guardians: Guard = kinds('guardians', ['guardian'], '/user/login')
export const patientsAndGuardians: Guard = kinds('patients and guardians', ['patient', 'guardian'], '/user/login')
/** For what is no part of the portal that could be chosen for a guardian: whoever was given some parts only was not given it. */
export const wholeRecord: Guard = {
  ...patientsAndGuardians,
  name: 'patients, and guardians without limits',
  admits: (principal) => patientsAndGuardians.admits(principal) && scopeOf(principal) === undefined,
}
export const admins: Guard = kinds('admins', ['admin'], '/admin')
export const everyoneSignedIn: Guard = kinds('everyone signed in', ['patient', 'guardian', 'admin'], '/user/login')
