import { scopeOf, type Principal, type PrincipalKind } from './principal.ts'

/** Who may open a screen or act. Nothing is open that does not say so. */
export interface Guard {
  name: string
  admits(principal: Principal | undefined): boolean
  /** Where a visitor who is not admitted can sign in. */
  signIn: string
}

/** Where people and where administrators sign in (specification 1 §2). */
export const signInRoutes = { people: '/user/login', admins: '/admin' } as const

const kinds = (name: string, admitted: PrincipalKind[], signIn: string): Guard => ({
  name,
  signIn,
  admits: (principal) => principal !== undefined && admitted.includes(principal.kind),
})

export const anyone: Guard = { name: 'anyone', admits: () => true, signIn: signInRoutes.people }
export const patients: Guard = kinds('patients', ['patient'], signInRoutes.people)
export const guardians: Guard = kinds('guardians', ['guardian'], signInRoutes.people)
export const patientsAndGuardians: Guard = kinds('patients and guardians', ['patient', 'guardian'], signInRoutes.people)
/** For what is no part of the portal that could be chosen for a guardian: whoever was given some parts only was not given it. */
export const wholeRecord: Guard = {
  ...patientsAndGuardians,
  name: 'patients, and guardians without limits',
  admits: (principal) => patientsAndGuardians.admits(principal) && scopeOf(principal) === undefined,
}
/** Guardians who may act for several patients. */
export const guardiansOfSeveral: Guard = {
  ...guardians,
  name: 'guardians of several patients',
  admits: (principal) => principal?.kind === 'guardian' && principal.several === true,
}
export const admins: Guard = kinds('admins', ['admin'], signInRoutes.admins)
export const everyoneSignedIn: Guard = kinds(
  'everyone signed in',
  ['patient', 'guardian', 'admin'],
  signInRoutes.people,
)
