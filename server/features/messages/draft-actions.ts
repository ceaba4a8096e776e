import { FormKey } from '../../practice/written-form.ts'
import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Block } from '../../../schemas/blocks.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { paths } from '../../practice/paths.ts'
import { action, type ActionDefinition } from '../../protocol/definitions.ts'
import type { Context } from '../../protocol/context.ts'
import { Failure } from '../../protocol/failure.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { apartState, draftAddress, savedState, unsavedState, type Draft, type Moment } from './drafts.blocks.ts'
import { apartId, draftStep, type DraftContent, type DraftFields, type DraftStep } from './drafts.rules.ts'
import {
  addDraft,
  changeDraft,
  countDrafts,
  draftAnswering,
  draftsOf,
  lockDraft,
  readDraft,
  takeDraft,
} from './drafts.store.ts'
import type { DraftOwner, DraftRow } from './drafts.store.ts'
import { About } from './message-about.ts'
import { FormFiles, guarded, idsOf } from './message-form.ts'
import { copyFiles, deleteFiles } from './message-files.store.ts'
import { mostBody, mostSubject } from './messages.rules.ts'

interface Stored {
  step: DraftStep
  /** What is stored now. */
  kept: DraftRow | undefined
  isNew: boolean
}

type DraftServices = Pick<Services, 'db' | 'encryption'>

/** Pauses in typing, for hours. */
const limit = { tries: 1_500, seconds: 3_600 } as const
const mostDrafts = 100

/** Longer than what can be sent, so that what has to be shortened is kept, too. */
const Fields = closed({
  recipient: Type.Optional(Type.String({ maxLength: 20 })),
  subject: Type.Optional(Type.String({ maxLength: 5 * mostSubject })),
  body: Type.Optional(Type.String({ maxLength: 2 * mostBody })),
  isHigh: Type.Optional(Type.Boolean()),
  files: FormFiles,
})

/** Changes with every draft of the person. */
export const draftsTopic = (owner: Pick<DraftOwner, 'accountId'>) => personTopic(owner, 'drafts')

export function ownerOf(context: Context): DraftOwner {
  const { accountId, patient } = actingPrincipal(context)
  return { accountId, licenseeId: context.licensee.id, patientId: patient.id }
}

/** What the screens of Messages need of the drafts. */
export interface Drafts {
  save: ActionDefinition
  remove: ActionDefinition
  all: (context: Context) => Promise<Draft[]>
  count: (context: Context) => Promise<number>
  /** Undefined if this person has no such draft. */
  read: (context: Context, id: string) => Promise<Draft | undefined>
  /** The id of the latest draft that answers a message. */
  answering: (context: Context, message: string) => Promise<string | undefined>
}

/** Where a draft is stored: under any id, since it may be kept apart from another one. */
function draftPlace({ accountId, licenseeId, patientId }: DraftOwner) {
  return ['message_drafts.content', accountId, licenseeId, patientId] as const
}

/** Keeping what somebody has begun to write, theirs alone. */
export function drafts({ db, encryption }: DraftServices): Drafts {
  const contentOf = (row: DraftRow) => JSON.parse(encryption.decrypt(row.content, draftPlace(row))) as DraftContent // written below
  const shown = (row: DraftRow): Draft => ({ ...row, content: contentOf(row) })

  /** Stores what was typed, in place of what the page knew or apart from it. */
  async function store(row: DraftRow, { known, value }: { known: DraftFields; value: DraftFields }): Promise<Stored> {
    const stored = await db.transaction(async (tx): Promise<Stored | undefined> => {
      const earlier = await lockDraft(tx, row)
      const before = earlier && contentOf(earlier).fields
      const step = draftStep({ stored: before, known, value })
      if (step === 'nothing') return { step, kept: earlier, isNew: false }
      const ids = idsOf(value.files)
      if (step !== 'setApart')
        await deleteFiles(tx, { ...row, ids: idsOf(before?.files).filter((id) => !ids.includes(id)) })
      if (step === 'delete') await takeDraft(tx, row)
      if (step === 'delete') return { step, kept: undefined, isNew: false }
      const kept = step === 'setApart' ? { ...row, id: apartId(row.id, value) } : row
      if (earlier && step === 'store') await changeDraft(tx, kept)
      else if ((await countDrafts(tx, row)) >= mostDrafts)
        throw new Failure('messages.draftsFull', { status: 409, params: { most: mostDrafts } })
      // Another page may have begun it since it was read.
      else if (!(await addDraft(tx, kept)) && step === 'store') return undefined
      if (step === 'setApart') await copyFiles(tx, { ...row, ids, to: kept.id })
      return { step, kept, isNew: !earlier || step === 'setApart' }
    })
    return stored ?? store(row, { known, value })
  }

  const remove = action({
    ...guarded,
    name: 'messages.deleteDraft',
    about: 'Deleted a draft of a message',
    input: closed({ draft: FormKey }),
    run: async (context, { draft }) => {
      const owner = ownerOf(context)
      await db.transaction(async (tx) => {
        const taken = await takeDraft(tx, { ...owner, id: draft })
        if (!taken) throw new Failure('messages.draftUnknown', { status: 404 })
        await deleteFiles(tx, { ...taken, ids: idsOf(contentOf(taken).fields.files) })
      })
      context.publish([draftsTopic(owner)])
      const isLast = (await countDrafts(db, owner)) === 0
      return [
        { type: 'notify', tone: 'success', text: 'The draft was deleted.' },
        { type: 'navigate', to: isLast ? paths.messages() : paths.messages({ box: 'drafts' }) },
      ]
    },
  })

  const save = action({
    ...guarded,
    name: 'messages.saveDraft',
    about: 'Began a message to the office',
    repeatable: true,
    input: closed({
      draft: FormKey,
      form: Type.Optional(FormKey),
      message: Type.Optional(Type.String({ maxLength: 20 })),
      answer: Type.Optional(Type.String({ maxLength: 2 * mostSubject })),
      about: Type.Optional(About),
      value: Fields,
      stored: Fields,
    }),
    codes: {
      '/value/subject': { maxLength: 'messages.draftLong' },
      '/value/body': { maxLength: 'messages.draftLong' },
    },
    actions: [remove],
    run: async (context, { draft: id, form, message, answer, about, value, stored: known }) => {
      const owner = ownerOf(context)
      await context.takeTry(`drafts:${owner.accountId}`, limit)
      const content: DraftContent = { fields: value, about, answer }
      const row: DraftRow = {
        ...owner,
        id,
        replyTo: message ?? null,
        content: encryption.encrypt(JSON.stringify(content), draftPlace(owner)),
        savedAt: context.now(),
      }
      const { step, kept, isNew } = await store(row, { known, value })
      // One row for a draft, and not one for each pause in typing.
      if (!isNew) context.trace.noted = true
      if (step !== 'nothing') context.publish([draftsTopic(owner)])
      if (!kept) return [replaceBy(unsavedState())]
      if (step === 'setApart') return [goOn({ ...kept, content }, form ?? id), replaceBy(apartState())]
      return [replaceBy(savedState({ draft: kept, remove, ...momentOf(context) }))]
    },
  })

  return {
    save,
    remove,
    all: async (context) => {
      const owner = ownerOf(context)
      context.dependsOn(draftsTopic(owner))
      return (await draftsOf(db, owner)).map(shown)
    },
    count: (context) => {
      const owner = ownerOf(context)
      context.dependsOn(draftsTopic(owner))
      return countDrafts(db, owner)
    },
    read: async (context, id) => {
      const row = await readDraft(db, { ...ownerOf(context), id })
      return row && shown(row)
    },
    answering: async (context, message) => (await draftAnswering(db, { ...ownerOf(context), message }))?.id,
  }
}

/** The moment of a request, and the zone in which people read it. */
export const momentOf = (context: Context): Moment => ({ now: context.now(), timeZone: context.licensee.timeZone })

/** In the same form, so that what is typed meanwhile stays. */
const goOn = (draft: Draft, form: string): Effect => ({
  type: 'navigate',
  to: draftAddress(draft, form),
  replace: true,
})
const replaceBy = (block: Block): Effect => ({ type: 'replace', id: block.id, block })
