import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { AccountSection } from '../../practice/extension-points.ts'
import { call, text } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { action, type Guarded } from '../../protocol/definitions.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { keepWaiting, waitsForNote } from './result-waits.store.ts'

const id = 'result-release'

/** The choice of a person, under Settings, to wait for the physician before seeing a new result. */
export function waitingSection({ db }: Pick<Services, 'db'>, guarded: Guarded) {
  const topicOf = (context: Context) => personTopic(actingPrincipal(context), 'resultRelease')

  /** Whether the person waits; what is drawn by it changes with the choice. */
  async function waits(context: Context): Promise<boolean> {
    context.dependsOn(topicOf(context))
    return waitsForNote(db, actingPrincipal(context).accountId)
  }

  const choose = action({
    ...guarded,
    name: 'testResults.chooseRelease',
    about: 'Chose when new test results are shown',
    ofAccount: true,
    input: closed({ waits: Type.Boolean() }),
    run: async (context, { waits: chosen }) => {
      await keepWaiting(db, { accountId: actingPrincipal(context).accountId, waits: chosen })
      context.publish([topicOf(context)])
      return [
        {
          type: 'notify',
          tone: 'success',
          text: chosen ? "New test results wait for your doctor's note." : 'New test results show at once.',
        },
        { type: 'refresh', what: 'screen' },
      ]
    },
  })

  const section: AccountSection = {
    id,
    ...(guarded.offered ? { rule: guarded.offered } : {}),
    actions: [choose],
    blocks: async (context) => {
      if (guarded.offered && !context.show(id, guarded.offered)) return []
      const isWaiting = await waits(context)
      return [
        {
          kind: 'section',
          id,
          title: 'New test results',
          card: true,
          blocks: [
            text(
              'release-state',
              isWaiting
                ? "You wait for your doctor's note: a result that your physician has not reviewed is not marked or counted as new. You can open it at any time."
                : 'You see a result as soon as the laboratory sends it, often before your physician has reviewed it.',
            ),
            {
              kind: 'action',
              id: 'choose-release',
              text: isWaiting ? 'Show results at once' : "Wait for my doctor's note",
              do: call(choose, { waits: !isWaiting }),
            },
          ],
        },
      ]
    },
  }
  return { choose, section, waits }
}
