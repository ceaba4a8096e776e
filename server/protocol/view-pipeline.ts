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
import { checkContract } from './contract-check.ts'
import type { FileContent, FileDefinition, RegionDefinition, ScreenDefinition } from './definitions.ts'
import { Failure } from './failure.ts'
import { anyone } from './guard.ts'
import { readQuery } from './input-check.ts'
import { runSteps, type Step } from './pipeline.ts'
import type { Portal } from './portal.ts'
import { regionsShownIn } from './regions-shown.ts'

/** What the address of a view says. */
export interface Asked {
  query: unknown
  params: Record<string, string>
}

/** A screen, a region or a file on its way through its steps. */
interface View<D, Content> {
  portal: Portal
  definition: D
  context: Context
  /** `screen:/route`, `region:feature.part` or `file:feature.what`, for the audit log. */
  event: string
  asked: Asked
  /** The ETag of what the client has. */
  knownEtag?: string
  content?: Content
  encoded?: Encoded
}

/** A view as it is sent. */
export interface Encoded {
  body: string
  etag: string
  /** The client has it already. */
  isKnown: boolean
}

type ScreenView = View<ScreenDefinition, Screen>
type RegionView = View<RegionDefinition, RegionContent>
type FileView = View<FileDefinition, FileContent>

/** What every screen and region passes, from top to bottom (ARCHITECTURE.md, One request). */
const screenSteps: readonly Step<ScreenView>[] = [
  audited,
  admitted,
  screenLoaded,
  screenChecked,
  screenEncoded,
  regionsCarried,
]
const regionSteps: readonly Step<RegionView>[] = [audited, admitted, regionLoaded, regionChecked, regionEncoded]

/** A screen or a region that goes along with another answer: whoever sends it notes it. */
const drawnSteps: readonly Step<ScreenView>[] = [admitted, screenLoaded, screenChecked]
const carriedSteps: readonly Step<RegionView>[] = [admitted, regionLoaded, regionChecked]

const downloadSteps: readonly Step<FileView>[] = [audited, admitted, fileLoaded]
/** Seeing it is noted with the screen that shows it. */
const pictureSteps: readonly Step<FileView>[] = [admitted, fileLoaded]

type Request<V> = Pick<View<V, unknown>, 'definition' | 'context' | 'asked' | 'knownEtag'>

/** A screen for this visitor, noted. Throws a Failure or InvalidInput. */
export async function viewScreen(portal: Portal, request: Request<ScreenDefinition>): Promise<Encoded> {
  const view: ScreenView = { ...request, portal, event: `screen:${request.definition.route}` }
  await runSteps(screenSteps, view)
  return sent(view)
}

/** The same, drawn only: for explanations. */
export async function drawScreen(portal: Portal, request: Request<ScreenDefinition>): Promise<Screen> {
  const view: ScreenView = { ...request, portal, event: '' }
  await runSteps(drawnSteps, view)
  return loaded(view)
}

/** A region for this visitor, noted. Throws a Failure or InvalidInput. */
export async function viewRegion(portal: Portal, request: Request<RegionDefinition>): Promise<Encoded> {
  const view: RegionView = { ...request, portal, event: `region:${request.definition.name}` }
  await runSteps(regionSteps, view)
  return sent(view)
}

/** A file for this visitor; a download is noted. Throws a Failure. */
export async function viewFile(portal: Portal, request: Request<FileDefinition>): Promise<FileContent> {
  const view: FileView = { ...request, portal, event: `file:${request.definition.name}` }
  await runSteps(request.definition.kind === 'download' ? downloadSteps : pictureSteps, view)
  return loaded(view)
}

export function viewShell(
  portal: Portal,
  { context, knownEtag }: Pick<View<never, Shell>, 'context' | 'knownEtag'>,
): Encoded {
  const shell: Shell = {
    protocol: protocolVersion,
    ...portal.shell(context),
    words: { ...clientWords },
    topics: [...context.trace.topics].toSorted(),
  }
  if (portal.checksAnswers) checkContract('Shell', shell)
  return encode(shell, knownEtag)
}

/** Notes that a person saw what concerns a person, or was refused it. What is for anyone is nobody's. */
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
  // An open screen that asks again by itself and hears of nothing new has shown nothing.
  if (!(view.encoded?.isKnown && context.client.background))
    await noteAccess(portal, context, { event, subject, outcome: 'ok' })
}

async function admitted(
  { context, definition }: View<Pick<ScreenDefinition, 'guard' | 'offered'>, unknown>,
  next: () => Promise<void>,
): Promise<void> {
  admit(context, definition)
  await next()
}

const noQuery = closed({})

async function screenLoaded(view: ScreenView, next: () => Promise<void>): Promise<void> {
  const { definition, context, asked } = view
  const query = readQuery(definition.query ?? noQuery, asked.query)
  const body = await definition.load(context, { query, params: asked.params })
  view.content = completeScreen(body, { route: definition.route, topics: [...context.trace.topics] })
  await next()
}

async function regionLoaded(view: RegionView, next: () => Promise<void>): Promise<void> {
  const { definition, context, asked } = view
  const blocks = await definition.load(context, readQuery(definition.query ?? noQuery, asked.query))
  view.content = { id: definition.name, topics: [...context.trace.topics].toSorted(), blocks }
  await next()
}

async function fileLoaded(view: FileView, next: () => Promise<void>): Promise<void> {
  view.content = await view.definition.load(view.context, view.asked.params)
  if (!view.content) throw new Failure('route.unknown', { status: 404 })
  await next()
}

async function screenChecked(view: ScreenView, next: () => Promise<void>): Promise<void> {
  if (view.portal.checksAnswers) checkContract('Screen', loaded(view))
  await next()
}

async function regionChecked(view: RegionView, next: () => Promise<void>): Promise<void> {
  if (view.portal.checksAnswers) checkContract('RegionContent', loaded(view))
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
 * Puts the content of the regions that the screen shows at once into it, so that one act is one round trip. The ETag stays
 * that of the screen itself: its regions change more often, and a client that has the screen asks for them.
 */
async function regionsCarried(view: ScreenView, next: () => Promise<void>): Promise<void> {
  const { encoded, context } = view
  const screen = loaded(view)
  if (encoded && !encoded.isKnown && !context.client.background) {
    const found = await Promise.all(regionsShownIn(screen.blocks).map((src) => carried(view, src)))
    const regions = Object.fromEntries(found.flatMap((each) => (each ? [[each.src, each.content]] : [])))
    if (Object.keys(regions).length > 0) encoded.body = JSON.stringify({ ...screen, regions })
  }
  await next()
}

/** Undefined for a region that is refused, fails or takes too long: the client hears of it when it asks for it. */
async function carried(
  { portal, context: of }: ScreenView,
  src: string,
): Promise<{ src: string; content: RegionContent } | undefined> {
  const [name = '', query = ''] = src.split('?')
  const definition = portal.regions.get(name)
  if (!definition) return undefined
  const context = openContext({ ...of, book: portal.book, now: portal.now })
  const asked: Asked = { query: Object.fromEntries(new URLSearchParams(query)), params: {} }
  const region: RegionView = { portal, definition, context, asked, event: `region:${name}` }
  const isLoaded = await withinMs(portal.carryWithinMs, runSteps(carriedSteps, region))
  if (!isLoaded || !region.content) return undefined
  await runSteps<RegionView>([audited], region)
  return { src, content: region.content }
}

/** Whether the work succeeds in time. */
async function withinMs(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ms)))
  const done = work.then(
    () => true,
    () => false,
  )
  const inTime = await Promise.race([done, late])
  clearTimeout(timer)
  return inTime
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
  return { body, etag, isKnown: knownEtag === etag }
}

/** A strong ETag over the content as it is sent. */
export function etagOf(content: string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
}
