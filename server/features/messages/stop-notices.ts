import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { button, call, text, title } from '../../protocol/block-builders.ts'
import { action, screen, type ScreenBody } from '../../protocol/definitions.ts'
import { anyone } from '../../protocol/guard.ts'
import { personTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { isNoticeLink, turnNoticesOffBy } from './message-notices.store.ts'
import { messagePaths } from './messages.paths.ts'

const Token = Type.String({ pattern: '^[\\w-]{43}$' })

const pageTitle = 'Emails about new messages'
const offAlready =
  'These emails are off already, or this link is not complete. If you still get them, sign in and turn them off under Settings.'

/**
 * The link in an e-mail about a new message. It works without signing in, also where Messages are switched off, and
 * turns nothing off by itself: programs that check mail open links too.
 */
export function stopNotices({ db }: Pick<Services, 'db'>) {
  const stop = action({
    guard: anyone, // the link is the proof
    name: 'messages.stopNotices',
    about: 'Turned off e-mails about new messages by the link in one',
    ofAccount: true,
    input: closed({ link: Token }),
    limit: { perAddress: 30 },
    run: async (context, { link }) => {
      const accountId = await turnNoticesOffBy(db, link)
      if (accountId !== undefined) context.publish([personTopic({ accountId }, 'notices')])
      return [
        accountId === undefined
          ? { type: 'notify', tone: 'info', text: 'These emails are off already.' }
          : { type: 'notify', tone: 'success', text: 'You get no more emails about new messages.' },
        { type: 'refresh', what: 'screen' },
      ]
    },
  })
  const page = screen({
    route: messagePaths.stopNotices.route,
    about: 'The link that turns off e-mails about new messages',
    guard: anyone, // the link is the proof
    query: closed({ link: Type.Optional(Type.String({ maxLength: 100 })) }),
    actions: [stop],
    load: async (context, { query: { link = '' } }): Promise<ScreenBody> => {
      const isKnown = await isNoticeLink(db, link)
      return {
        title: pageTitle,
        blocks: [
          title(pageTitle),
          text(
            'state',
            isKnown ? `You get an email when ${practiceName(context)} writes to you in the portal.` : offAlready,
          ),
          ...(isKnown
            ? [button('stop', { text: 'Turn off these emails', style: 'primary', do: call(stop, { link }) })]
            : []),
        ],
      }
    },
  })
  return { stop, page }
}
