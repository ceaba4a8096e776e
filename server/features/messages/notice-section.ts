import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { portalBase } from '../../identity/email-content.ts'
import type { AccountSection } from '../../practice/extension-points.ts'
import { call, text } from '../../protocol/block-builders.ts'
import { action } from '../../protocol/definitions.ts'
import { personTopic, signedIn } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { noticeChoice, turnNoticesOff, turnNoticesOn } from './message-notices.store.ts'
import { noticeToken } from './notice-token.ts'
import { guarded, messagesOffered } from './message-form.ts'

/** The choice of a person, under Settings, to get an e-mail about each new message. */
export function noticeSection({ db, linkTokens }: Pick<Services, 'db' | 'linkTokens'>) {
  const choose = action({
    ...guarded,
    name: 'messages.chooseNotices',
    about: 'Chose whether e-mails tell of new messages',
    ofAccount: true,
    input: closed({ requested: Type.Boolean() }),
    run: async (context, { requested }) => {
      const person = signedIn(context)
      const { accountId } = person
      if (requested) {
        const token = noticeToken(linkTokens, { licenseeId: context.licensee.id, accountId })
        await turnNoticesOn(db, { accountId, origin: portalBase(context), token })
      } else await turnNoticesOff(db, accountId)
      context.publish([personTopic(person, 'notices')])
      return [
        {
          type: 'notify',
          tone: 'success',
          text: requested
            ? 'You will get an e-mail about each new message.'
            : 'You get no more e-mails about messages.',
        },
        { type: 'refresh', what: 'screen' },
      ]
    },
  })
  const section: AccountSection = {
    id: 'message-notices',
    rule: messagesOffered,
    actions: [choose],
    blocks: async (context) => {
      if (!context.show('message-notices', messagesOffered)) return []
      const person = signedIn(context)
      context.dependsOn(personTopic(person, 'notices'))
      const requested = (await noticeChoice(db, person.accountId)) !== undefined
      return [
        {
          kind: 'section',
          id: 'message-notices',
          title: 'E-mails about new messages',
          card: true,
          blocks: [
            text(
              'notices-state',
              requested
                ? 'You get an e-mail when the office writes to you. It names neither sender nor subject.'
                : 'You can get an e-mail when the office writes to you. It names neither sender nor subject.',
            ),
            {
              kind: 'action',
              id: 'choose-notices',
              text: requested ? 'Turn off e-mails' : 'Turn on e-mails',
              do: call(choose, { requested: !requested }),
            },
          ],
        },
      ]
    },
  }
  return { choose, section }
}
