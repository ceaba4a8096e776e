import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { drafts, type Drafts, type DraftServices } from '../../practice/drafts/draft-actions.ts'
import type { Draft, ListedDrafts } from '../../practice/drafts/drafts.blocks.ts'
import { mailPaths } from './mail.paths.ts'
import { mostAddress, mostSubject, mostText, type Way } from './mail.rules.ts'
import { guardedWay, mailWays } from './mail-ways.ts'

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

const contentOf = ({ content }: Pick<Draft, 'content'>) => content as unknown as MailDraft // stored by `mailDrafts`

const addressIn =
  (way: Way) =>
  ({ id, content }: Pick<Draft, 'id' | 'content'>, form?: string): string =>
    mailPaths[way]({ records: contentOf({ content }).records, draft: id, form })

/** Emails of one way that somebody has begun. */
export function mailDrafts(services: DraftServices, way: Way): Drafts {
  const tooLong = { maxLength: 'messages.draftLong' }
  return drafts(services, {
    way,
    name: mailWays[way].name,
    about: 'Began an email',
    guarded: guardedWay(way),
    fields: Fields,
    kept: { records: Records },
    codes: { '/value/to': tooLong, '/value/subject': tooLong, '/value/message': tooLong },
    addressOf: addressIn(way),
  })
}

export function listedMailDrafts(way: Way): ListedDrafts {
  return {
    way,
    addressOf: addressIn(way),
    describe: (draft) => {
      const { fields, records = '' } = contentOf(draft)
      const { to = '', subject = '', message = '' } = fields
      return {
        lead: to === '' ? mailWays[way].title : `${mailWays[way].title} to ${to}`,
        title: subject,
        line: message,
        more: recordsText(records.split(',').filter(Boolean).length),
      }
    },
  }
}

const recordsText = (count: number) => (count === 0 ? '' : count === 1 ? '1 visit record' : `${count} visit records`)
