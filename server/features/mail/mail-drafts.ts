import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import {
  draftOwner,
  drafts,
  draftsTopic,
  type Drafts,
  type DraftServices,
} from '../../practice/drafts/draft-actions.ts'
import type { Draft, ListedDrafts } from '../../practice/drafts/drafts.blocks.ts'
import { changeWay } from '../../practice/drafts/drafts.store.ts'
import { FormKey } from '../../practice/written-form.ts'
import { switchedOff } from '../../protocol/admit.ts'
import { action, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { mailPaths } from './mail.paths.ts'
import { everyWay, mostAddress, mostSubject, mostText, type Way } from './mail.rules.ts'
import { guarded, guardedWay, mailWays } from './mail-ways.ts'

const Fields = closed({
  to: Type.Optional(Type.String({ maxLength: 2 * mostAddress })),
  subject: Type.Optional(Type.String({ maxLength: 5 * mostSubject })),
  message: Type.Optional(Type.String({ maxLength: 2 * mostText })),
})
/** The attached visit records, as the address has them. */
const Records = Type.Optional(Type.String({ maxLength: 400 }))

/** What is stored of an email that somebody has begun. */
interface MailDraft {
  fields: Static<typeof Fields>
  records?: string
}

export const contentOfMail = ({ content }: Pick<Draft, 'content'>) => content as unknown as MailDraft // stored by `mailDrafts`

const addressIn =
  (way: Way) =>
  ({ id, content }: Pick<Draft, 'id' | 'content'>, form?: string): string =>
    mailPaths[way]({ records: contentOfMail({ content }).records, draft: id, form })

/** Emails of one way that somebody has begun. */
export function mailDrafts(services: DraftServices, way: Way): Drafts {
  const tooLong = { maxLength: 'messages.draftLong' }
  return drafts(services, {
    way,
    name: mailWays[way].name,
    about: 'Began an email',
    guarded: guardedWay(way),
    guardedKept: guarded,
    fields: Fields,
    kept: { records: Records },
    isAttached: ({ records = '' }) => records !== '',
    codes: { '/value/to': tooLong, '/value/subject': tooLong, '/value/message': tooLong },
    addressOf: addressIn(way),
  })
}

/** Writes a draft on in one of these ways, for one whose own is not offered any longer. */
export function writeOn(
  { db }: Pick<DraftServices, 'db'>,
  { ways, begun }: { ways: readonly Way[]; begun: Record<Way, Drafts> },
): ActionDefinition {
  return action({
    ...guarded,
    name: 'mail.writeOn',
    about: 'Chose another way to send a draft',
    input: closed({ draft: FormKey, way: Type.Unsafe<Way>({ type: 'string', enum: [...ways] }) }),
    run: async (context, { draft: id, way }) => {
      if (!mailWays[way].offered(context)) throw switchedOff(context, guardedWay(way).off)
      const owner = draftOwner(context)
      await changeWay(db, { ...owner, id }, { from: everyWay, to: way })
      const { draft } = await begun[way].open(context, { draft: id, form: undefined })
      if (!draft) throw new Failure('messages.draftUnknown', { status: 404 })
      context.publish([draftsTopic(owner)])
      return [{ type: 'navigate', to: addressIn(way)(draft), replace: true }]
    },
  })
}

export function listedMailDrafts(way: Way): ListedDrafts {
  return {
    way,
    addressOf: addressIn(way),
    describe: (draft) => {
      const { fields, records = '' } = contentOfMail(draft)
      const { to = '', subject = '', message = '' } = fields
      return {
        lead: to === '' ? mailWays[way].title : `${mailWays[way].title} to ${to}`,
        title: subject,
        line: message,
        more: recordsText(records),
      }
    },
  }
}

/** `2 visit records`, of those that an address has. */
export function recordsText(records: string): string {
  const count = records.split(',').filter(Boolean).length
  return count === 0 ? '' : count === 1 ? '1 visit record' : `${count} visit records`
}
