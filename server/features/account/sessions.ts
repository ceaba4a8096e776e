import Type from 'typebox'
import { action, region, type RoomPart } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { personTopic, signedIn } from '../../protocol/principal.ts'
import type { AccountTools } from './account-tools.ts'
import { sessionBlocks } from './sessions.screens.ts'

export const sessionsRegion = 'account.sessions'

/** The own open sessions, each with a way to end it (security.md: sessions listed and revocable). */
export function sessionsPart({ sessions }: AccountTools): RoomPart {
  const endOne = action({
    name: 'account.endSession',
    about: 'Ends one of the own sessions',
    guard: patientsAndGuardians,
    input: Type.Object({ session: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
    run: async (context, { session }) => {
      const person = signedIn(context)
      if ((await sessions.end({ accountId: person.accountId, hash: session })) === 0)
        throw new Failure('session.unknown', { status: 404 })
      context.publish([personTopic(person, 'sessions')])
      return [
        { type: 'refresh', what: 'region', id: 'sessions' },
        { type: 'notify', tone: 'success', text: 'Signed out' },
      ]
    },
  })
  const endOthers = action({
    name: 'account.endOtherSessions',
    about: 'Ends every own session but this one',
    guard: patientsAndGuardians,
    input: Type.Object({}, { additionalProperties: false }),
    run: async (context) => {
      const person = signedIn(context)
      await sessions.end({ accountId: person.accountId, except: context.visit.sessionHash })
      return [
        { type: 'refresh', what: 'region', id: 'sessions' },
        { type: 'notify', tone: 'success', text: 'Signed out everywhere else' },
      ]
    },
  })
  return {
    actions: [endOne, endOthers],
    regions: [
      region({
        name: sessionsRegion,
        about: 'The open sessions of the signed-in person',
        guard: patientsAndGuardians,
        load: async (context) => {
          const person = signedIn(context)
          context.dependsOn(personTopic(person, 'sessions'))
          return sessionBlocks({
            sessions: await sessions.list(person.accountId),
            current: context.visit.sessionHash,
            timeZone: context.licensee.timeZone,
          })
        },
      }),
    ],
  }
}
