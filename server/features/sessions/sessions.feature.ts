import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { accountSections } from '../../practice/extension-points.ts'
import { feature, region, action } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { everyoneSignedIn } from '../../protocol/guard.ts'
import { signedIn, personTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { sessionBlocks } from './sessions.screens.ts'

const sessionsRegion = 'account.sessions'

/** Lists the person's open sessions, each with a button to end it (security.md: sessions listed and revocable). */
export const sessions = feature('sessions', ({ sessions: open }: Pick<Services, 'sessions'>) => {
  const endOne = action({
    name: 'account.endSession',
    about: 'Ends one of the own sessions',
    ofAccount: true,
    guard: everyoneSignedIn,
    input: closed({ session: Type.String({ maxLength: 100 }) }),
    run: async (context, { session }) => {
      const person = signedIn(context)
      if ((await open.end({ accountId: person.accountId, hash: session })) === 0)
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
    ofAccount: true,
    guard: everyoneSignedIn,
    input: closed({}),
    run: async (context) => {
      const person = signedIn(context)
      await open.end({ accountId: person.accountId, except: context.client.sessionHash })
      return [
        { type: 'refresh', what: 'region', id: 'sessions' },
        { type: 'notify', tone: 'success', text: 'Signed out everywhere else' },
      ]
    },
  })
  return {
    actions: [endOne, endOthers],
    extends: [accountSections.add({ id: 'sessions-section', forAdmins: true, blocks: () => [section] })],
    regions: [
      region({
        name: sessionsRegion,
        actions: [endOne, endOthers],
        about: 'The open sessions of the signed-in person',
        guard: everyoneSignedIn,
        load: async (context) => {
          const person = signedIn(context)
          context.dependsOn(personTopic(person, 'sessions'))
          return sessionBlocks({
            sessions: await open.list(person.accountId),
            current: context.client.sessionHash,
            timeZone: context.licensee.timeZone,
            now: context.now(),
            endOne,
            endOthers,
          })
        },
      }),
    ],
  }
})

const section: BlockOf<'section'> = {
  kind: 'section',
  id: 'sessions-section',
  title: 'Where you are signed in',
  card: true,
  blocks: [{ kind: 'region', id: 'sessions', src: sessionsRegion, shape: 'table' }],
}
