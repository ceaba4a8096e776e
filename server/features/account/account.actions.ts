import Type from 'typebox'
import type { Effect } from '../../../schemas/effect.ts'
import type { Db } from '../../db/open.ts'
import { action, type ActionContext, type ActionDefinition } from '../../ui/definitions.ts'
import { anyone, everyoneSignedIn } from '../../ui/guard.ts'
import type { Person } from '../../ui/person.ts'
import { loginKey } from './account.store.ts'
import { safeNext } from './account.rules.ts'
import { proveIdentity } from './sign-in.ts'

const Name = Type.String({ minLength: 1, maxLength: 200 })
const Next = Type.Optional(Type.String({ maxLength: 2000 }))
const limit = { perAddress: 60, perIdentity: 10, identity: ({ Username }: { Username: string }) => loginKey(Username) }
const codes = { '/Username': { required: 'signIn.username' }, '/Password': { required: 'signIn.password' } }

export interface AccountActions {
  signIn: ActionDefinition
  adminSignIn: ActionDefinition
  signOut: ActionDefinition
  stay: ActionDefinition
}

export function accountActions({ db }: { db: Db }): AccountActions {
  return { signIn: signInAction(db), adminSignIn: adminSignInAction(db), signOut, stay }
}

function signInAction(db: Db): ActionDefinition {
  return action({
    name: 'account.signIn',
    about: 'Signs a patient or guardian in',
    guard: anyone,
    repeatable: true,
    limit,
    codes,
    input: Type.Object(
      { Username: Name, Password: Name, IsGuardian: Type.Optional(Type.Boolean()), next: Next },
      { additionalProperties: false },
    ),
    run: async (context, { Username, Password, IsGuardian = false, next }) => {
      const [kind, otherKind] = IsGuardian ? (['guardian', 'patient'] as const) : (['patient', 'guardian'] as const)
      const person = await proveIdentity(db, { ...given(context, Username, Password), kind, otherKind })
      return welcome(context, { person, to: safeNext(next, { under: '/user/', fallback: '/user/home/dashboard' }) })
    },
  })
}

function adminSignInAction(db: Db): ActionDefinition {
  return action({
    name: 'account.adminSignIn',
    about: 'Signs an administrator of the practice in',
    guard: anyone,
    repeatable: true,
    limit,
    codes,
    input: Type.Object({ Username: Name, Password: Name, next: Next }, { additionalProperties: false }),
    run: async (context, { Username, Password, next }) => {
      const person = await proveIdentity(db, { ...given(context, Username, Password), kind: 'admin' })
      return welcome(context, { person, to: safeNext(next, { under: '/admin/', fallback: '/admin/home/dashboard' }) })
    },
  })
}

function given(context: ActionContext, login: string, password: string) {
  return { licenseeId: context.licensee.id, login, password, phone: context.setting('Practice_Phone') }
}

const signOut = action({
  name: 'account.signOut',
  about: 'Ends the session',
  guard: anyone, // also who was signed out meanwhile comes to the landing page
  repeatable: true,
  input: Type.Object({}, { additionalProperties: false }),
  run: async (context) => {
    if (context.person) await context.session.signOut()
    return [{ type: 'purge' }, { type: 'refresh', what: 'shell' }, { type: 'navigate', to: '/', replace: true }]
  },
})

const stay = action({
  name: 'account.stay',
  about: 'Keeps the session of a person who was idle',
  guard: everyoneSignedIn,
  repeatable: true,
  input: Type.Object({}, { additionalProperties: false }),
  run: () => [{ type: 'close' }],
})

async function welcome(context: ActionContext, { person, to }: { person: Person; to: string }): Promise<Effect[]> {
  await context.session.signIn(person)
  return [{ type: 'purge' }, { type: 'refresh', what: 'shell' }, { type: 'navigate', to, replace: true }]
}
