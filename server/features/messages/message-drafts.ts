import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { drafts, type Drafts, type DraftServices } from '../../practice/drafts/draft-actions.ts'
import type { Draft, ListedDrafts } from '../../practice/drafts/drafts.blocks.ts'
import { paths } from '../../practice/paths.ts'
import { About } from './message-about.ts'
import { attachmentsText } from './message-files.blocks.ts'
import { copyFiles, deleteFiles } from './message-files.store.ts'
import { FormFiles, guarded, idsOf, type FormFile } from './message-form.ts'
import { messagePaths } from './messages.paths.ts'
import { mostBody, mostSubject } from './messages.rules.ts'

const way = 'office'

const Fields = closed({
  recipient: Type.Optional(Type.String({ maxLength: 20 })),
  subject: Type.Optional(Type.String({ maxLength: 5 * mostSubject })),
  body: Type.Optional(Type.String({ maxLength: 2 * mostBody })),
  isHigh: Type.Optional(Type.Boolean()),
  files: FormFiles,
})

const kept = {
  message: Type.Optional(Type.String({ maxLength: 20 })),
  /** The subject of an answer, which nobody types. */
  answer: Type.Optional(Type.String({ maxLength: 2 * mostSubject })),
  /** What the message is about, as in its address. */
  about: Type.Optional(About),
}

/** What is stored of a message that somebody has begun. */
export interface MessageDraft {
  fields: Static<typeof Fields>
  answer?: string
  about?: string
}

export const contentOfDraft = ({ content }: Pick<Draft, 'content'>) => content as unknown as MessageDraft // stored by `messageDrafts`

function addressOf({ id, replyTo, content }: Pick<Draft, 'id' | 'replyTo' | 'content'>, form?: string): string {
  return replyTo === null
    ? paths.compose({ about: contentOfDraft({ content }).about, draft: id, form })
    : messagePaths.reply({ message: replyTo, draft: id, form })
}

/** Messages to the office that somebody has begun. */
export function messageDrafts(services: DraftServices): Drafts {
  return drafts(services, {
    way,
    name: 'messages',
    about: 'Began a message to the office',
    guarded,
    guardedKept: guarded,
    fields: Fields,
    kept,
    codes: {
      '/value/subject': { maxLength: 'messages.draftLong' },
      '/value/body': { maxLength: 'messages.draftLong' },
    },
    addressOf,
    files: {
      keep: (tx, draft, { before, now }) => {
        const ids = idsOf(filesIn(now))
        return deleteFiles(tx, { ...draft, ids: idsOf(filesIn(before)).filter((id) => !ids.includes(id)) })
      },
      copy: (tx, draft, { fields, to }) => copyFiles(tx, { ...draft, ids: idsOf(filesIn(fields)), to }),
    },
  })
}

const filesIn = ({ files }: { files?: unknown }) => files as FormFile[] | undefined // by the schema of the fields

export const listedMessageDrafts: ListedDrafts = {
  way,
  addressOf,
  describe: (draft) => {
    const { fields, answer = '' } = contentOfDraft(draft)
    const { subject = answer, body = '', files = [] } = fields
    return {
      lead: draft.replyTo === null ? 'New message' : 'Reply',
      title: subject,
      line: body,
      more: attachmentsText(files.length),
    }
  },
}
