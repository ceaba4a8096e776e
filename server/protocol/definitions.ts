import type { Readable } from 'node:stream'
import type { Static, TObject } from 'typebox'
import type { Action } from '../../schemas/action.ts'
import type { IconName } from '../../schemas/base.ts'
import type { BlockList } from '../../schemas/block.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import type { Work } from '../jobs/job.ts'
import type { Context } from './context.ts'
import type { Extension } from './extension-point.ts'
import type { Guard } from './guard.ts'
import type { Limit } from './limiter.ts'
import type { Principal } from './principal.ts'
import type { Rule } from './trace.ts'

/** What a screen function answers; the kernel adds protocol, route, locale and topics. */
export type ScreenBody = Pick<Screen, 'title' | 'blocks'> &
  Partial<Pick<Screen, 'chrome' | 'width' | 'back' | 'dialogs' | 'open'>>

interface Guarded {
  guard: Guard
  /** Must hold, or the answer is 403: the practice has this part switched off. */
  offered?: Rule
}

export interface ScreenDefinition<Q extends TObject = TObject> extends Guarded {
  /** The browser's route, with {parameters} as `:name`. */
  route: string
  /** Other spellings of the route. */
  aliases?: string[]
  /** What the screen is for, in the catalog. */
  about: string
  /** Its query: all members optional texts. Others are ignored. */
  query?: Q
  /** The rules that decide on its blocks, by block id; an explanation runs them. */
  rules?: Record<string, Rule>
  /** The actions that its blocks call. */
  actions?: string[]
  load(context: Context, input: ScreenInput<Q>): Promise<ScreenBody> | ScreenBody
}

interface ScreenInput<Q extends TObject> {
  query: Static<Q>
  params: Record<string, string>
}

export interface RegionDefinition<Q extends TObject = TObject> extends Guarded {
  /** `room.part` */
  name: string
  about: string
  query?: Q
  load(context: Context, query: Static<Q>): Promise<BlockList> | BlockList
}

/** What an action may do besides answering effects. */
export interface ActionContext extends Context {
  session: SessionControl
  /** Tells every screen that depends on these topics; the actor's own are left out. */
  publish(topics: string[]): void
  /** Counts a try of this practice; throws the Failure `request.tooMany` over the limit. */
  takeTry(key: string, limit: Limit): Promise<void>
}

export interface SessionControl {
  /** Starts a session with a new id. */
  signIn(principal: Principal): Promise<void>
  signOut(): Promise<void>
  /** Keeps the secret id of a flow of several steps in this browser; undefined drops it. */
  keepFlow(purpose: string, id: string | undefined): void
  /** Who has proven an identity here is not locked out by tries from elsewhere. */
  rememberIdentity(identity: string): void
}

/** Tries in a minute, unless it says otherwise. */
interface ActionLimit<S extends TObject> {
  perAddress: number
  /** Whom the input names, so that tries against one person count together. */
  identity?: (input: Static<S>) => string
  /** Of one identity from one address. */
  perIdentity?: number
  /** Of one identity from everywhere; browsers in which it was proven before are counted apart. Default three times as many. */
  perIdentityAnywhere?: number
  /** Within so many those of one identity are counted; default a minute. */
  identitySeconds?: number
}

export interface ActionDefinition<S extends TObject = TObject> extends Guarded {
  /** `room.act` */
  name: string
  about: string
  input: S
  /** The code for a failed keyword of the input, by its pointer: `{ '/Username': { required: 'signIn.username' } }`. */
  codes?: Record<string, Record<string, string>>
  /** Doing it twice is harmless, so that its answer is not kept: signing in and out. */
  repeatable?: boolean
  /** When a value counts; hidden ones are dropped before the check. */
  visible?: Record<string, Condition>
  limit?: ActionLimit<S>
  run(context: ActionContext, input: Static<S>): Promise<Effect[]> | Effect[]
}

/** A file on its way in. It has come whole when its stream has ended, and not before. */
export interface IncomingFile {
  /** Its base name, without control characters, of at most 200 characters; whatever the sender calls it. */
  fileName: string
  /** What the sender says it is; only the bytes tell. */
  claimedType: string
  /**
   * Its bytes, possibly none, never more than the limit. Instead of ending it fails with the Failure `upload.tooLarge`,
   * `upload.cutOff` or `upload.several`, or with one for fields after the file: nothing of it may be kept before it has ended.
   */
  stream: Readable
  /** More than the limit was sent. */
  truncated(): boolean
}

/** An act that brings one file, sent to /ui/uploads/{name}: text fields first, then the file. */
export interface UploadDefinition<S extends TObject = TObject> extends Guarded {
  /** `room.act` */
  name: string
  about: string
  /** Its fields, all of them texts. */
  input: S
  codes?: Record<string, Record<string, string>>
  limits: {
    /** The largest file. */
    bytes: number
    files: 1
  }
  limit?: ActionLimit<S>
  /** Has to read the file to its end, or fail. */
  run(context: ActionContext, input: Static<S>, file: IncomingFile): Promise<Effect[]>
}

/** A file beside the screens, such as a calendar file or a photo. */
export interface FileDefinition extends Guarded {
  /** `feature.what` */
  name: string
  about: string
  /** The browser's route, with {parameters} as `:name`. */
  route: string
  /**
   * A `download` is saved by the person, noted in the audit log and kept by no browser. A `picture` stands beside words:
   * it is not noted, as the screen that shows it is, and browsers keep it for some minutes.
   */
  kind: 'download' | 'picture'
  /** Undefined when there is no such file for this person. */
  load(context: Context, params: Record<string, string>): Promise<FileContent | undefined>
}

export interface FileContent {
  body: string | Buffer
  /** Its media type. */
  type: string
  /** Under which a download is saved. */
  name: string
}

/** An entry of the main menu or of the account menu, for whom `guard` admits while `offered` holds. */
export interface MenuEntry extends Guarded {
  menu: 'main' | 'account'
  id: string
  label: string
  icon: IconName
  do: Action
}

/** What a feature adds to the dashboard: a tile that leads to it, a titled section on top, or a region among the tiles. */
export type DashboardCard = Guarded & { id: string } & (
    | { kind: 'tile'; label: string; text: string; icon: IconName; to: string }
    | { kind: 'section'; title: string; region: RegionPlace }
    | { kind: 'region'; region: RegionPlace }
  )
type RegionPlace = Pick<BlockOf<'region'>, 'id' | 'src' | 'shape'>

/** What the landing page says that people can do here. */
export interface LandingTile {
  id: string
  label: string
  text: string
  icon: IconName
  offered: Rule
}

/** Code -> the words for a person, with {parameters}. */
export type Messages = Record<string, string>

/** One capability of the portal: everything that it adds. */
export interface Feature {
  name: string
  screens: ScreenDefinition[]
  regions: RegionDefinition[]
  actions: ActionDefinition[]
  uploads: UploadDefinition[]
  files: FileDefinition[]
  messages: Messages
  /** Schemas of forms that are narrower than the input of their action. */
  forms: TObject[]
  menu: MenuEntry[]
  cards: DashboardCard[]
  landingTiles: LandingTile[]
  /** What it lends to the extension points of others. */
  extends: Extension[]
  /** Its durable jobs and its recurring work. */
  jobs: Work[]
}

/** Makes a feature of the services that it names. */
export function feature<S>(
  name: string,
  make: (services: S) => Partial<Omit<Feature, 'name'>>,
): (services: S) => Feature {
  return (services) => ({
    name,
    screens: [],
    regions: [],
    actions: [],
    uploads: [],
    files: [],
    messages: {},
    forms: [],
    menu: [],
    cards: [],
    landingTiles: [],
    extends: [],
    jobs: [],
    ...make(services),
  })
}

export type ShellMaker = (context: Context) => Omit<Shell, 'protocol' | 'topics' | 'words'>

// The generics serve the author; a list of definitions holds them all, whatever their input.
export function screen<Q extends TObject>(definition: ScreenDefinition<Q>): ScreenDefinition {
  return definition as unknown as ScreenDefinition // checked against its schema before it runs
}
export function region<Q extends TObject>(definition: RegionDefinition<Q>): RegionDefinition {
  return definition as unknown as RegionDefinition // likewise
}
export function action<S extends TObject>(definition: ActionDefinition<S>): ActionDefinition {
  return definition as unknown as ActionDefinition // likewise
}
export function upload<S extends TObject>(definition: UploadDefinition<S>): UploadDefinition {
  return definition as unknown as UploadDefinition // likewise
}
