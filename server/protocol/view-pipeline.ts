import { createHash } from 'node:crypto'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { closed } from '../../schemas/base.ts'
import { clientWords, type Shell } from '../../schemas/shell.ts'
import { protocolVersion } from '../../schemas/screen.ts'
import { admit } from './admit.ts'
import { noteAccess, outcomeOf } from './audit.ts'
import { background } from './audit-store.ts'
import { completeScreen } from './complete-screen.ts'
import { openContext, type Context } from './context.ts'
import { checkCalls } from './calls-check.ts'
import { checkContract } from './contract-check.ts'
import type { FileContent, FileDefinition, RegionDefinition, RequestedPiece, ScreenDefinition } from './definitions.ts'
import { Failure } from './failure.ts'
import { anyone } from './guard.ts'
import { readQuery } from './input-check.ts'
import { checkIdentity, identityOf } from './identity.ts'
import { isBeingRead, limitFile, readerOf, take, tryCount } from './limits.ts'
import { drawForViewer } from './draw-for-viewer.ts'
import { namePatient } from './name-patient.ts'
import { runSteps, type Step } from './pipeline.ts'
import type { Portal } from './portal.ts'
import { regionsShownIn } from './regions-shown.ts'
import { isSettledWithin } from './settled-within.ts'

/** Query and path parameters of a view. */
export interface ViewInput {
  query: unknown
  params: Record<string, string>
  /** Of a file. */
  requestedPiece?: RequestedPiece
}

/** A screen, region or file request during its steps. */
interface View<D, Content> {
  portal: Portal
  definition: D
  context: Context
  /** `screen:/route`, `region:feature.part` or `file:feature.what`, for the audit log. */
  event: string
  input: ViewInput
  /** The `If-None-Match` of the request. */
  knownEtag?: string
  content?: Content
  encoded?: Encoded
  /** A piece of a file whose reading is recorded already. */
  isLaterPiece?: boolean
}

/** The encoded response of a view. */
export interface Encoded {
  body: string
  etag: string
  /** True if the client has it already. */
  isKnown: boolean
}

type ScreenView = View<ScreenDefinition, Screen>
type RegionView = View<RegionDefinition, RegionContent>
type FileView = View<FileDefinition, FileContent>

/** The steps of every screen and region, from top to bottom (ARCHITECTURE.md, One request). */
const screenSteps: readonly Step<ScreenView>[] = [
  staysLive,
  audited,
  identityChecked,
  admitted,
  screenLoaded,
  patientNamed,
  drawnForViewer,
  screenChecked,
  screenEncoded,
  regionsCarried,
]
const regionSteps: readonly Step<RegionView>[] = [
  staysLive,
  audited,
  identityChecked,
  admitted,
  regionLoaded,
  patientNamed,
  drawnForViewer,
  regionChecked,
  regionEncoded,
]

/** For a screen or region that is part of another response; the caller audits it. */
const drawnSteps: readonly Step<ScreenView>[] = [admitted, screenLoaded, patientNamed, drawnForViewer, screenChecked]
const carriedSteps: readonly Step<RegionView>[] = [admitted, regionLoaded, patientNamed, drawnForViewer, regionChecked]

const documentSteps: readonly Step<FileView>[] = [
  audited,
  documentNamed,
  admitted,
  filesLimited,
  piecesJoined,
  fileLoaded,
]
/** A picture is audited with the screen that shows it. */
const pictureSteps: readonly Step<FileView>[] = [admitted, fileLoaded]

type Request<V> = Pick<View<V, unknown>, 'definition' | 'context' | 'input' | 'knownEtag'>

/** Returns a screen for this visitor and audits it. Throws a Failure or InvalidInput. */
export async function viewScreen(portal: Portal, request: Request<ScreenDefinition>): Promise<Encoded> {
  const view: ScreenView = { ...request, portal, event: `screen:${request.definition.route}` }
  await runSteps(screenSteps, view)
  return sent(view)
}

/**
 * The same for the page that a browser loads. Returns undefined if it takes too long for a page to wait; nothing is
 * audited then, because the client requests the screen itself.
 */
export async function viewFirstScreen(
  portal: Portal,
  request: Request<ScreenDefinition>,
): Promise<Encoded | undefined> {
  const view: ScreenView = { ...request, portal, event: `screen:${request.definition.route}` }
  const drawn = runSteps(drawnSteps, view)
  if (!(await isSettledWithin(portal.carryWithinMs, drawn))) return undefined
  const isDrawn: Step<ScreenView> = async (_view, next) => {
    await drawn
    await next()
  }
  await runSteps([staysLive, audited, isDrawn, screenEncoded, regionsCarried], view)
  return sent(view)
}

/** Only draws the screen: for explanations. */
export async function drawScreen(portal: Portal, request: Request<ScreenDefinition>): Promise<Screen> {
  const view: ScreenView = { ...request, portal, event: '' }
  await runSteps(drawnSteps, view)
  return loaded(view)
}

/** Returns a region for this visitor and audits it. Throws a Failure or InvalidInput. */
export async function viewRegion(portal: Portal, request: Request<RegionDefinition>): Promise<Encoded> {
  const view: RegionView = { ...request, portal, event: `region:${request.definition.name}` }
  await runSteps(regionSteps, view)
  return sent(view)
}

/** Returns a file for this visitor; anything but a picture is audited. Throws a Failure. */
export async function viewFile(portal: Portal, request: Request<FileDefinition>): Promise<FileContent> {
  const view: FileView = { ...request, portal, event: `file:${request.definition.name}` }
  await runSteps(request.definition.kind === 'picture' ? pictureSteps : documentSteps, view)
  return loaded(view)
}

/** Returns header, menus and footer for this visitor. */
export async function viewShell(
  portal: Portal,
  { context, knownEtag }: Pick<View<never, Shell>, 'context' | 'knownEtag'>,
): Promise<Encoded> {
  const shell: Shell = {
    protocol: protocolVersion,
    ...(await portal.shell(context)),
    ...(context.principal ? { identity: identityOf(portal, context.principal) } : {}),
    words: { ...clientWords },
    topics: [...context.trace.topics].toSorted(),
  }
  if (portal.checksAnswers) {
    checkContract('Shell', shell)
    // Every page has the shell: what it calls is listed by no screen, but has to exist.
    checkCalls(shell, { what: 'the shell', actions: [...portal.actions.values()] })
  }
  return encode(shell, knownEtag)
}

/** Names a document that was opened in the audit log; never one that was refused, whose name is any text. */
async function documentNamed({ context, input }: FileView, next: () => Promise<void>): Promise<void> {
  await next()
  if (Object.keys(input.params).length > 0) context.trace.document = input.params
}

/** Audits that a person opened personal data, or was refused. Views that are open to anyone are not audited. */
async function audited(view: View<Pick<ScreenDefinition, 'guard'>, unknown>, next: () => Promise<void>): Promise<void> {
  const { portal, definition, context, event } = view
  if (definition.guard === anyone) return next()
  const subject = context.client.background ? background : ''
  try {
    await next()
  } catch (error) {
    await noteAccess(portal, context, { event, subject, outcome: outcomeOf(portal, error) })
    throw error
  }
  // An open screen that reloads by itself and gets nothing new has shown nothing.
  const isKnown = view.encoded?.isKnown && context.client.background
  if (!isKnown && !view.isLaterPiece) await noteAccess(portal, context, { event, subject, outcome: 'ok' })
}

/** A page that was drawn for one patient shows nothing of another under the first one's name. */
async function identityChecked({ portal, context }: View<unknown, unknown>, next: () => Promise<void>): Promise<void> {
  checkIdentity(portal, context)
  await next()
}

/** A refused view depends on what its rules read: it comes back when that changes. */
async function staysLive({ context }: View<unknown, unknown>, next: () => Promise<void>): Promise<void> {
  try {
    await next()
  } catch (error) {
    if (error instanceof Failure) error.topics = [...context.trace.topics]
    throw error
  }
}

async function admitted(
  { context, definition }: View<Pick<ScreenDefinition, 'guard' | 'offered' | 'off'>, unknown>,
  next: () => Promise<void>,
): Promise<void> {
  admit(context, definition)
  await next()
}

const noQuery = closed({})

async function screenLoaded(view: ScreenView, next: () => Promise<void>): Promise<void> {
  const { definition, context, input } = view
  const query = readQuery(definition.query ?? noQuery, input.query)
  const body = await definition.load(context, { query, params: input.params })
  view.content = completeScreen(body, { ...definition, topics: [...context.trace.topics] })
  await next()
}

async function regionLoaded(view: RegionView, next: () => Promise<void>): Promise<void> {
  const { portal, definition, context, input } = view
  const query = readQuery(definition.query ?? noQuery, input.query)
  for (const { name, limit } of definition.tries?.(context, query) ?? [])
    await take(portal, tryCount(context.licensee.id, name, limit).key, limit)
  const blocks = await definition.load(context, query)
  const { topics, changesAt } = context.trace
  view.content = {
    id: definition.name,
    topics: [...topics].toSorted(),
    ...(changesAt ? { changesAt: changesAt.toISOString() } : {}),
    blocks,
  }
  await next()
}

/** To make a file takes long: one person cannot use up the time of the others. */
async function filesLimited(view: FileView, next: () => Promise<void>): Promise<void> {
  const { portal, context } = view
  await limitFile(portal, context, requestedFile(view))
  await portal.fileTurns.run(readerOf(context), next)
}

/** Each piece asks again whose the file is, but only the first one of a reading is recorded. */
async function piecesJoined(view: FileView, next: () => Promise<void>): Promise<void> {
  await next()
  const file = requestedFile(view)
  view.isLaterPiece = (await isBeingRead(view.portal, view.context, file)) && file.isPiece
}

const requestedFile = ({ definition, input: { params, requestedPiece } }: FileView) => ({
  name: [definition.name, ...Object.values(params)].join(' '),
  isPiece: requestedPiece !== undefined,
})

async function fileLoaded(view: FileView, next: () => Promise<void>): Promise<void> {
  view.content = await view.definition.load(view.context, view.input.params, view.input.requestedPiece)
  if (!view.content) throw new Failure('route.unknown', { status: 404 })
  await next()
}

async function patientNamed<C>(view: View<unknown, C>, next: () => Promise<void>): Promise<void> {
  view.content = namePatient(loaded(view), view)
  await next()
}

async function drawnForViewer<C>(view: View<unknown, C>, next: () => Promise<void>): Promise<void> {
  view.content = drawForViewer(loaded(view), view)
  await next()
}

async function screenChecked(view: ScreenView, next: () => Promise<void>): Promise<void> {
  const { portal, definition } = view
  if (portal.checksAnswers) {
    checkContract('Screen', loaded(view))
    checkCalls(loaded(view), { ...definition, what: `the screen ${definition.route}` })
  }
  await next()
}

async function regionChecked(view: RegionView, next: () => Promise<void>): Promise<void> {
  const { portal, definition } = view
  if (portal.checksAnswers) {
    checkContract('RegionContent', loaded(view))
    checkCalls(loaded(view), { ...definition, what: `the region ${definition.name}` })
  }
  await next()
}

async function screenEncoded(view: ScreenView, next: () => Promise<void>): Promise<void> {
  view.encoded = encode(loaded(view), view.knownEtag)
  await next()
}

async function regionEncoded(view: RegionView, next: () => Promise<void>): Promise<void> {
  view.encoded = encode(loaded(view), view.knownEtag)
  await next()
}

/**
 * Adds the content of the visible regions to the screen, so that opening it takes one round trip. The ETag remains that
 * of the screen itself: its regions change more often, and a client that has the screen requests them separately.
 */
async function regionsCarried(view: ScreenView, next: () => Promise<void>): Promise<void> {
  const { encoded, context } = view
  const screen = loaded(view)
  if (encoded && !encoded.isKnown && !context.client.background) {
    const carriedRegions = await Promise.all(regionsShownIn(screen.blocks).map((src) => carried(view, src)))
    const regions = Object.fromEntries(carriedRegions.flatMap((each) => (each ? [[each.src, each.content]] : [])))
    if (Object.keys(regions).length > 0) encoded.body = JSON.stringify({ ...screen, regions })
  }
  await next()
}

/** Undefined for a region that is refused, fails or takes too long: the client gets the error when it requests it. */
async function carried(
  { portal, context: of }: ScreenView,
  src: string,
): Promise<{ src: string; content: RegionContent } | undefined> {
  const [name = '', query = ''] = src.split('?')
  const definition = portal.regions.get(name)
  if (!definition) return undefined
  const context = openContext({ ...of, settings: portal.settings, now: portal.now })
  const input: ViewInput = { query: Object.fromEntries(new URLSearchParams(query)), params: {} }
  const region: RegionView = { portal, definition, context, input, event: `region:${name}` }
  const isSettled = await isSettledWithin(portal.carryWithinMs, runSteps(carriedSteps, region))
  if (!isSettled || !region.content) return undefined
  await runSteps<RegionView>([audited], region)
  return { src, content: region.content }
}

function loaded<C>({ content }: View<unknown, C>): C {
  if (content === undefined) throw new Error('the view was not loaded')
  return content
}

function sent({ encoded }: View<unknown, unknown>): Encoded {
  if (!encoded) throw new Error('the view was not encoded')
  return encoded
}

function encode(content: object, knownEtag: string | undefined): Encoded {
  const body = JSON.stringify(content)
  const etag = etagOf(body)
  return { body, etag, isKnown: isEtagIn(knownEtag, etag) }
}

/** Whether `If-None-Match` names an ETag: a list, compared weakly (RFC 9110), since a proxy that compresses weakens it. */
export function isEtagIn(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((each) => [etag, `W/${etag}`, '*'].includes(each.trim()))
}

/** Returns a strong ETag of the content as it is sent. */
export function etagOf(content: string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
}
