import type { Context } from './context.ts'
import { Failure } from './failure.ts'
import type { Guard } from './guard.ts'
import type { Rule } from './trace.ts'

/** Refuses whom the guard does not admit, and what the practice has switched off. */
export function admit(context: Context, { guard, offered }: { guard: Guard; offered?: Rule }): void {
  if (!guard.admits(context.principal)) {
    if (context.principal) throw new Failure('access.denied', { status: 403 })
    throw new Failure('access.signIn', { status: 401, redirect: guard.signIn })
  }
  if (offered && !context.show('*', offered)) throw new Failure('route.off', { status: 403 })
}
