import { randomUUID } from 'node:crypto'
import Type, { type TObject, type TProperties } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Block } from '../../../schemas/blocks.ts'
import type { Effect } from '../../../schemas/effect.ts'
import type { Db } from '../../db/open.ts'
import type { Encryption } from '../../encryption.ts'
import type { Context } from '../../protocol/context.ts'
import { action, type ActionContext, type ActionDefinition, type Guarded } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import { paths } from '../paths.ts'
import { FormKey, isFormKey } from '../written-form.ts'
import {
  apartState,
  savedState,
  unsavedState,
  type Draft,
  type ListedDrafts,
  type Moment,
  type WrittenDraft,
} from './drafts.blocks.ts'
import { apartId, draftStep, isEmpty, type DraftContent, type DraftFields, type DraftStep } from './drafts.rules.ts'
import {
  addDraft,
  changeDraft,
  countDrafts,
  countListed,
  draftsOf,
  lockDraft,
  readDraft,
  takeDraft,
  type DraftId,
  type DraftOwner,
  type DraftRow,
} from './drafts.store.ts'

export interface DraftServices {
  db: Db
  encryption: Encryption
}

/** What one way to write keeps of what somebody has begun. */
export interface DraftKind<F extends TObject, K extends TProperties> {
  /** The id of the way, as it is stored. */
  way: string
  /** Of the feature: the actions are `<name>.saveDraft` and `<name>.deleteDraft`. */
  name: string
  /** What the audit log says of the first of it. */
  about: string
  guarded: Guarded
  /** Of deleting what was begun, also when nothing can be sent any longer. */
  guardedKept: Guarded
  /** What is typed. Longer than what can be sent, so that what has to be shortened is kept, too. */
  fields: F
  /** What the page keeps besides, of which nothing is typed. `message`: the one that is answered. */
  kept: K
  /** Whether some of that makes a draft by itself, without a word. */
  isAttached?: (besides: Record<string, unknown>) => boolean
  codes: Record<string, Record<string, string>>
  /** The address at which it is written on. `form` is that in which it is being written, if that began as another draft. */
  addressOf: (draft: Pick<Draft, 'id' | 'replyTo' | 'content'>, form?: string) => string
  /** Stored beside the draft, and changed with it. */
  files?: DraftFiles
}

interface DraftFiles {
  /** Keeps these of a draft. */
  keep: (tx: Db, draft: DraftId, kept: { before: DraftFields; now: DraftFields }) => Promise<void>
  /** Keeps those of one draft for another one, too. */
  copy: (tx: Db, draft: DraftId, copied: { fields: DraftFields; to: string }) => Promise<void>
}

interface TypedContent {
  known: DraftFields
  value: DraftFields
  besides: Record<string, unknown>
}

interface Stored {
  step: DraftStep
  /** What is stored now. */
  kept: DraftRow | undefined
  isNew: boolean
}

/** Pauses in typing, for hours. */
const limit = { tries: 1_500, seconds: 3_600 } as const
const mostDrafts = 100

/** Changes with every draft of the person. */
export const draftsTopic = (owner: Pick<DraftOwner, 'accountId'>) => personTopic(owner, 'drafts')

export function draftOwner(context: Context): DraftOwner {
  const { accountId, patient } = actingPrincipal(context)
  return { accountId, licenseeId: context.licensee.id, patientId: patient.id }
}

/** Where a draft is stored: under any id, since it may be kept apart from another one. */
function draftPlace({ accountId, licenseeId, patientId }: DraftOwner) {
  return ['message_drafts.content', accountId, licenseeId, patientId] as const
}

const openDraft = ({ encryption }: DraftServices, row: DraftRow): Draft => ({
  ...row,
  content: JSON.parse(encryption.decrypt(row.content, draftPlace(row))) as DraftContent, // written below
})

type ListedWays = readonly Pick<ListedDrafts, 'way'>[]

/** What somebody has begun in these ways to write, the latest first. */
export async function allDrafts(services: DraftServices, context: Context, ways: ListedWays): Promise<Draft[]> {
  return (await draftsOf(services.db, listedOf(context, ways))).map((row) => openDraft(services, row))
}

/** How many those are. */
export function countAllDrafts({ db }: DraftServices, context: Context, ways: ListedWays): Promise<number> {
  return countListed(db, listedOf(context, ways))
}

function listedOf(context: Context, ways: ListedWays) {
  const owner = draftOwner(context)
  context.dependsOn(draftsTopic(owner))
  return { ...owner, ways: ways.map(({ way }) => way) }
}

/** What the screens of one way to write need of its drafts. */
export interface Drafts {
  save: ActionDefinition
  remove: ActionDefinition
  /** What is being written: the draft of the address if it is stored, or one that is not stored yet. */
  /** Stores what the page keeps besides, in place of what was kept, with what was typed. */
  attach: (context: ActionContext, draft: string, besides: Record<string, unknown>) => Promise<void>
  open: (context: Context, query: { draft: string | undefined; form: string | undefined }) => Promise<WrittenDraft>
}

/** Keeping what somebody has begun to write, theirs alone. */
export function drafts<F extends TObject, K extends TProperties>(
  services: DraftServices,
  {
    way,
    name,
    about,
    guarded,
    guardedKept,
    fields,
    kept: keptBesides,
    isAttached,
    codes,
    addressOf,
    files,
  }: DraftKind<F, K>,
): Drafts {
  const { db, encryption } = services

  const rowOf = (
    owner: DraftOwner,
    { id, content, at }: { id: string; content: DraftContent; at: Date },
  ): DraftRow => ({
    ...owner,
    id,
    way,
    replyTo: typeof content.message === 'string' ? content.message : null,
    content: encryption.encrypt(JSON.stringify(content), draftPlace(owner)),
    savedAt: at,
  })

  /** Stores what was typed, in place of what the page knew or apart from it. */
  async function store(row: DraftRow, typed: TypedContent): Promise<Stored> {
    const { known, value, besides } = typed
    const stored = await db.transaction(async (tx): Promise<Stored | undefined> => {
      const earlier = await lockDraft(tx, row)
      if (earlier && earlier.way !== way) throw unknown()
      const before = earlier && openDraft(services, earlier).content.fields
      const step = draftStep({ stored: before, known, value, isAttached: isAttached?.(besides) })
      if (step === 'nothing') return { step, kept: earlier, isNew: false }
      if (step !== 'setApart') await files?.keep(tx, row, { before: before ?? {}, now: value })
      if (step === 'delete') await takeDraft(tx, row)
      if (step === 'delete') return { step, kept: undefined, isNew: false }
      const kept = step === 'setApart' ? { ...row, id: apartId(row.id, value) } : row
      if (earlier && step === 'store') await changeDraft(tx, kept)
      else if ((await countDrafts(tx, row)) >= mostDrafts)
        throw new Failure('messages.draftsFull', { status: 409, params: { most: mostDrafts } })
      // Another page may have begun it since it was read.
      else if (!(await addDraft(tx, kept)) && step === 'store') return undefined
      if (step === 'setApart') await files?.copy(tx, row, { fields: value, to: kept.id })
      return { step, kept, isNew: !earlier || step === 'setApart' }
    })
    return stored ?? store(row, typed)
  }

  /** Returns false if another page has begun the draft since it was read. */
  function storeAttached(draft: DraftId, { besides, at }: { besides: Record<string, unknown>; at: Date }) {
    return db.transaction(async (tx): Promise<boolean> => {
      const earlier = await lockDraft(tx, draft)
      if (earlier && earlier.way !== way) throw unknown()
      const fields = earlier ? openDraft(services, earlier).content.fields : {}
      const row = rowOf(draft, { id: draft.id, content: { ...besides, fields }, at })
      if (isEmpty(fields) && !isAttached?.(besides)) await takeDraft(tx, row)
      else if (earlier) await changeDraft(tx, row)
      // Of too many the newest is only on its page, which says so as soon as something is typed.
      else if ((await countDrafts(tx, draft)) < mostDrafts) return addDraft(tx, row)
      return true
    })
  }

  const remove = action({
    ...guardedKept,
    name: `${name}.deleteDraft`,
    about: 'Deleted a draft of a message',
    input: closed({ draft: FormKey }),
    run: async (context, { draft }) => {
      const owner = draftOwner(context)
      await db.transaction(async (tx) => {
        const taken = await takeDraft(tx, { ...owner, id: draft })
        if (!taken || taken.way !== way) throw unknown()
        await files?.keep(tx, taken, { before: openDraft(services, taken).content.fields, now: {} })
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
    name: `${name}.saveDraft`,
    about,
    repeatable: true,
    input: closed({ draft: FormKey, form: Type.Optional(FormKey), ...keptBesides, value: fields, stored: fields }),
    codes,
    actions: [remove],
    run: async (context, typed) => {
      const { draft: id, form, value, stored: known, ...besides } = typed as Saved // by the schema above
      const owner = draftOwner(context)
      await context.takeTry(`drafts:${owner.accountId}`, limit)
      const content: DraftContent = { ...besides, fields: value }
      const row = rowOf(owner, { id, content, at: context.now() })
      const { step, kept: stored, isNew } = await store(row, { known, value, besides })
      // One row for a draft, and not one for each pause in typing.
      if (!isNew) context.trace.noted = true
      if (step !== 'nothing') context.publish([draftsTopic(owner)])
      if (!stored) return [replaceBy(unsavedState())]
      if (step === 'setApart') return [goOn(addressOf({ ...stored, content }, form ?? id)), replaceBy(apartState())]
      return [replaceBy(savedState({ draft: stored, remove, ...momentOf(context) }))]
    },
  })

  return {
    save,
    remove,
    attach: async (context, id, besides) => {
      const owner = draftOwner(context)
      while (!(await storeAttached({ ...owner, id }, { besides, at: context.now() })));
      context.publish([draftsTopic(owner)])
    },
    open: async (context, { draft, form }) => {
      const id = draft !== undefined && isFormKey(draft) ? draft : randomUUID()
      const row = await readDraft(db, { ...draftOwner(context), id, way })
      return {
        actions: { save, remove },
        id,
        form: form !== undefined && isFormKey(form) ? form : id,
        draft: row && openDraft(services, row),
        ...momentOf(context),
      }
    },
  }
}

interface Saved {
  draft: string
  form?: string
  message?: string
  value: DraftFields
  stored: DraftFields
}

const unknown = () => new Failure('messages.draftUnknown', { status: 404 })

/** The moment of a request, and the zone in which people read it. */
export const momentOf = (context: Context): Moment => ({ now: context.now(), timeZone: context.licensee.timeZone })

/** In the same form, so that what is typed meanwhile stays. */
const goOn = (to: string): Effect => ({ type: 'navigate', to, replace: true })
const replaceBy = (block: Block): Effect => ({ type: 'replace', id: block.id, block })
