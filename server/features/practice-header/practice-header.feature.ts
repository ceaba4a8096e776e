import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { recurring } from '../../jobs/job.ts'
import { readLogoPicture, readLogoState, writeLogo, type LogoPictures } from '../../licensees/logo.store.ts'
import { staffCards } from '../../practice/extension-points.ts'
import { mostBytes } from '../../practice/files/file-types.ts'
import { paths } from '../../practice/paths.ts'
import { logoTopic, recordLogo } from '../../practice/practice-logo.ts'
import { noteInTransaction } from '../../protocol/audit.ts'
import type { Context } from '../../protocol/context.ts'
import { action, feature, screen, upload, type ActionContext, type FileDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { settingsStaff } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { drawLogo } from './draw-logo.ts'
import {
  draftTopic,
  loadHeaderPage,
  logoSubject,
  ownDraft,
  ownerOf,
  places,
  type HeaderServices,
} from './load-header-page.ts'
import { deleteDraft, deleteDraftsBefore, keepDraft } from './logo-drafts.store.ts'
import { practiceHeaderMessages } from './practice-header.messages.ts'
import { practiceHeaderPaths } from './practice-header.paths.ts'
import { keptSince } from './practice-header.rules.ts'
import { headerScreen, type HeaderActions } from './practice-header.screens.ts'

const SeenVersion = Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'The version that the admin saw.' })
const DraftId = Type.String({ minLength: 1, maxLength: 60 })
const limit = { tries: 60, seconds: 3_600 } as const

/** Deletes uploads that nobody saved within a day. */
export const forgetLogoDrafts = recurring('practiceHeader.forgetDrafts', {
  every: { hours: 1 },
  run: ({ db, now }: Pick<Services, 'db' | 'now'>) => deleteDraftsBefore(db, keptSince(now())),
})

/** The logo of the practice: uploaded, looked at in each place, and saved for everybody (specification 2 §2.15). */
export const practiceHeader = feature('practiceHeader', (services: HeaderServices & Pick<Services, 'now'>) => {
  const { db, receiveFile } = services
  const add = upload({
    name: 'practiceHeader.upload',
    about: 'Uploaded a logo to look at',
    guard: settingsStaff,
    input: closed({}),
    limits: { bytes: mostBytes, files: 1 },
    run: async (context, _input, file) => {
      await context.takeTry(`practice-logo:${signedIn(context).accountId}`, limit)
      await receiveFile(file, {
        fileName: file.fileName,
        use: async ({ type, sent }) => {
          const { pictures, warnings } = await drawLogo(sent, type)
          const { version } = await readLogoState(db, context.licensee.id)
          const draft = { id: randomUUID(), seenVersion: version, pictures, warnings, uploadedAt: context.now() }
          await keepDraft(db, { ...ownerOf(context), ...draft })
        },
      })
      context.publish([draftTopic(context)])
      return [
        { type: 'refresh', what: 'screen' },
        { type: 'focus', id: 'new-places' },
      ]
    },
  })
  const discard = action({
    name: 'practiceHeader.discard',
    about: 'Discards an uploaded logo',
    guard: settingsStaff,
    input: closed({ draft: DraftId }),
    run: async (context, { draft }) => {
      if (!(await deleteDraft(db, { ...ownerOf(context), id: draft }))) throw await refused(context, 'gone')
      context.publish([draftTopic(context)])
      return [
        { type: 'refresh', what: 'screen' },
        { type: 'notify', tone: 'success', text: 'Discarded. The logo was not changed.' },
        { type: 'focus', id: 'upload' },
      ]
    },
  })
  const save = action({
    name: 'practiceHeader.save',
    about: 'Saves the logo of the practice',
    guard: settingsStaff,
    input: closed({ draft: DraftId, seenVersion: SeenVersion }),
    run: async (context, { draft: id, seenVersion }) => {
      const draft = await ownDraft(context, services)
      if (draft?.id !== id) throw await refused(context, 'gone')
      const outcome = await change(context, { seenVersion, pictures: draft.pictures, draftId: id })
      if (outcome !== 'done') throw await refused(context, outcome)
      return changedEffects(context, 'Saved. Everybody sees the new logo now.')
    },
  })
  const remove = action({
    name: 'practiceHeader.remove',
    about: 'Removes the logo of the practice',
    guard: settingsStaff,
    input: closed({ seenVersion: SeenVersion }),
    run: async (context, { seenVersion }) => {
      const { isThere } = await readLogoState(db, context.licensee.id)
      const outcome = isThere ? await change(context, { seenVersion, pictures: undefined }) : 'changed'
      if (outcome !== 'done') throw await refused(context, 'notRemoved')
      return changedEffects(context, 'Removed. Everybody sees it at once.')
    },
  })
  const actions: HeaderActions = { add, save, discard, remove }
  const events = { [`action:${save.name}`]: 'Changed', [`action:${remove.name}`]: 'Removed' }

  /** Writes the logo, deletes the upload that it was, and records it, all or nothing. */
  function change(
    context: ActionContext,
    { seenVersion, pictures, draftId }: { seenVersion: number; pictures?: LogoPictures; draftId?: string },
  ): Promise<'done' | 'changed'> {
    const { licensee } = context
    return db.transaction(async (tx) => {
      const by = signedIn(context).login
      const row = { licenseeId: licensee.id, pictures, seenVersion, by, at: context.now() }
      if (!(await writeLogo(tx, row))) return 'changed'
      if (draftId !== undefined) await deleteDraft(tx, { ...ownerOf(context), id: draftId })
      await noteInTransaction(tx, context, { subject: logoSubject })
      return 'done'
    })
  }

  function changedEffects(context: ActionContext, words: string): Effect[] {
    context.publish([logoTopic(context.licensee.id), draftTopic(context)])
    return [
      { type: 'refresh', what: 'shell' }, // the live connection does not report a person's own actions
      { type: 'refresh', what: 'screen' },
      { type: 'notify', tone: 'success', text: words },
      { type: 'focus', id: 'source' },
    ]
  }

  /** The error when a press did nothing because of another tab or another administrator, with the current screen. */
  async function refused(context: Context, reason: 'gone' | 'changed' | 'notRemoved'): Promise<Failure> {
    const page = await loadHeaderPage(context, services, events)
    const { who = '', at = '' } = page.changed ?? {}
    const { code } = whatHappened(reason, page.now !== undefined)
    const words = practiceHeaderMessages[code].replace('{who}', who).replace('{at}', at)
    return new Failure(code, {
      status: 409,
      params: { who, at },
      screen: headerScreen(page, actions, words),
      place: { route: practiceHeaderPaths.page.route, topics: [...context.trace.topics] },
    })
  }

  const picture: FileDefinition = {
    name: 'practiceHeader.picture',
    about: 'The logo in one of its places, for administrators',
    route: practiceHeaderPaths.picture.route,
    kind: 'picture',
    guard: settingsStaff,
    load: async (context, { of = '', place: named = '' }) => {
      const place = places.find((each) => each === named)
      if (!place) return undefined
      const draft = of === 'now' ? undefined : await ownDraft(context, services)
      const shown =
        of === 'now'
          ? ((await readLogoPicture(db, { licenseeId: context.licensee.id, place })) ??
            (await recordLogo(context, services)))
          : draft?.id === of
            ? draft.pictures[place]
            : undefined
      return shown && { body: shown.content, type: 'image/png', name: 'logo.png' }
    },
  }

  return {
    messages: practiceHeaderMessages,
    uploads: [add],
    actions: [save, discard, remove],
    files: [picture],
    jobs: [forgetLogoDrafts.using(services)],
    extends: [
      staffCards.add({
        id: 'practice-header',
        guard: settingsStaff,
        order: 60,
        title: 'Practice Header',
        text: 'Upload the logo of your practice.',
        icon: 'building',
        to: practiceHeaderPaths.page(),
      }),
    ],
    screens: [
      screen({
        route: practiceHeaderPaths.page.route,
        about: 'The logo of the practice, and a new one before it is saved',
        under: paths.adminDashboard.route,
        guard: settingsStaff,
        actions: Object.values(actions),
        load: async (context) => headerScreen(await loadHeaderPage(context, services, events), actions),
      }),
    ],
  }
})

function whatHappened(reason: 'gone' | 'changed' | 'notRemoved', isThere: boolean) {
  if (reason === 'gone') return { code: 'practiceHeader.gone' } as const
  if (reason === 'changed') return isThere ? logoChanged : logoRemoved
  return isThere ? changedInstead : noLogo
}
const logoChanged = { code: 'practiceHeader.changed' } as const
const logoRemoved = { code: 'practiceHeader.removed' } as const
const changedInstead = { code: 'practiceHeader.changedInstead' } as const
const noLogo = { code: 'practiceHeader.noLogo' } as const
