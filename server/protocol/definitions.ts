import type { Readable } from 'node:stream'
import type { Static, TObject } from 'typebox'
import type { Action } from '../../schemas/action.ts'
import type { Count, IconName } from '../../schemas/base.ts'
import type { BlockList } from '../../schemas/block.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import type { Work } from '../jobs/job.ts'
import type { Setting } from '../licensees/settings/definition.ts'
import type { Context } from './context.ts'
import type { Extension } from './extension-point.ts'
import type { Guard } from './guard.ts'
import type { Limit } from './limiter.ts'
import type { Principal } from './principal.ts'
import type { Rule } from './trace.ts'

/** The result of a screen function; the protocol adds protocol, route, locale and topics. */
export type ScreenBody = Pick<Screen, 'title' | 'blocks'> &
  Partial<
    Pick<
      Screen,
      'chrome' | 'width' | 'stillBrand' | 'welcome' | 'back' | 'close' | 'dialogs' | 'open' | 'focus' | 'location'
    >
  >

/** When a part of the portal is there. The feature that owns the part defines it once, for all of its definitions. */
export interface PartOffer {
  /** Must be true, otherwise the response is 403: the practice has switched this feature off. */
  offered: Rule
  /** How a person reads that it is switched off. */
  off: OffText
}

export interface Guarded extends Partial<PartOffer> {
  guard: Guard
}

/** What the answer of a definition calls. Where answers are checked, it may call nothing else. */
interface Calling {
  /**
   * The actions and uploads that its blocks call; those of its regions are listed there. Of an action: those that its
   * effects call, such as the dialogs that it opens.
   */
  actions?: readonly Named[]
}

export interface OffText {
  /** The feature, as the subject of "is switched off". */
  what: string
  /** What became of what the person was doing: "Nothing was booked." */
  outcome?: string
}

export interface ScreenDefinition<Q extends TObject = TObject> extends Guarded, Calling {
  /** The browser's route, with {parameters} as `:name`. */
  route: string
  /** Alternative routes. */
  aliases?: string[]
  /** The purpose of the screen, for the catalog. */
  about: string
  /** Its heading while it cannot be loaded. Default: what it is about. */
  title?: string
  /** Where the entry of the menu leads to which the screen belongs, if that is not the one above its route. */
  under?: string
  /** The query: all members are optional texts. Others are ignored. */
  query?: Q
  /** The rules that decide on its blocks, by block id; an explanation runs them. */
  rules?: Record<string, Rule>
  load(context: Context, input: ScreenInput<Q>): Promise<ScreenBody> | ScreenBody
}

interface ScreenInput<Q extends TObject> {
  query: Static<Q>
  params: Record<string, string>
}

export interface RegionDefinition<Q extends TObject = TObject> extends Guarded, Calling {
  /** `feature.part` */
  name: string
  about: string
  query?: Q
  /** The attempts for which a reading of it counts, for what must not be read without end. */
  tries?: (context: Context, query: Static<Q>) => readonly { name: string; limit: Limit }[]
  load(context: Context, query: Static<Q>): Promise<BlockList> | BlockList
}

/** What an action can do besides returning effects. */
export interface ActionContext extends Context {
  session: SessionControl
  /** Notifies every screen that depends on these topics, except the actor's own. */
  publish(topics: string[]): void
  /** Counts an attempt at this practice; throws the Failure `request.tooMany` over the limit. */
  takeTry(key: string, limit: Limit): Promise<void>
}

export interface SessionControl {
  /** Starts a session with a new id. */
  signIn(principal: Principal): Promise<void>
  signOut(): Promise<void>
  /** Has the browser drop the pages and values that it keeps of this portal, in all tabs; its cookies stay. */
  forgetPages(): void
  /** Stores the secret id of a flow in this browser; undefined deletes it. */
  keepFlow(purpose: string, id: string | undefined): void
  /** Marks an identity as proven in this browser, so that failed attempts from other browsers do not lock it out. */
  rememberIdentity(identity: string): void
}

/** Attempts per minute, unless stated otherwise. */
interface ActionLimit<S extends TObject> {
  perAddress: number
  /** The identity that the input names, so that attempts against one person are counted together. */
  identity?: (input: Static<S>) => string
  /** For one identity from one address. */
  perIdentity?: number
  /**
   * For one identity from all addresses; browsers in which it was proven before are counted separately. Default: three
   * times as many.
   */
  perIdentityAnywhere?: number
  /** The period for attempts against one identity, in seconds; default a minute. */
  identitySeconds?: number
}

export interface ActionDefinition<S extends TObject = TObject> extends Guarded, Calling {
  /** `feature.act` */
  name: string
  about: string
  input: S
  /** The code for a failed keyword of the input, by its pointer: `{ '/Username': { required: 'signIn.username' } }`. */
  codes?: Record<string, Record<string, string>>
  /** The code for a day that is after the current one of the practice, by its pointer: `{ '/PatientDOB': 'signUp.future' }`. */
  upToToday?: Record<string, string>
  /** Repeating it is safe, so its response is not stored: signing in and out. */
  repeatable?: boolean
  /**
   * Concerns the account of the signed-in person, not the record of a patient: the page may have been drawn for another
   * patient, and its dialogs name none.
   */
  ofAccount?: boolean
  /** Members of the staff who view a record may run it: for them it changes nothing. */
  forViewers?: boolean
  /** When a value is used; hidden ones are dropped before the check. */
  visible?: Record<string, Condition>
  limit?: ActionLimit<S>
  run(context: ActionContext, input: Static<S>): Promise<Effect[]> | Effect[]
}

/** What code that calls an action or an upload needs of it: its definition fits. */
export type Named = Pick<ActionDefinition, 'name'>

/** A file in transfer. It is complete when its stream has ended, and not before. */
export interface IncomingFile {
  /** The base name, without control characters, of at most 200 characters; chosen by the sender. */
  fileName: string
  /** The type that the sender states; only the bytes prove it. */
  claimedType: string
  /**
   * The bytes, possibly none, never more than the limit. Instead of ending the stream fails with the Failure
   * `upload.tooLarge`, `upload.cutOff` or `upload.several`, or with one for fields after the file: nothing of it may be
   * stored before the stream has ended.
   */
  stream: Readable
  /** True if more than the limit was sent. */
  truncated(): boolean
}

/** An action with one file, sent to /ui/uploads/{name}: text fields first, then the file. */
export interface UploadDefinition<S extends TObject = TObject> extends Guarded, Calling {
  /** `feature.act` */
  name: string
  about: string
  /** The fields, all of them texts. */
  input: S
  codes?: Record<string, Record<string, string>>
  limits: {
    /** The maximum size of the file. */
    bytes: number
    files: 1
  }
  limit?: ActionLimit<S>
  /** Must read the file to its end, or fail. */
  run(context: ActionContext, input: Static<S>, file: IncomingFile): Promise<Effect[]>
}

/** A file that is not part of a screen, such as a calendar file or a photo. */
export interface FileDefinition extends Guarded {
  /** `feature.file` */
  name: string
  /** What a person did who fetched it, in words of the activity log: `Downloaded an invoice`. */
  about: string
  /** The browser's route, with {parameters} as `:name`. */
  route: string
  /**
   * A `download` is saved by the person, recorded in the audit log and not cached by browsers; `inline` is the same, but
   * shown within a screen of the portal. A `picture` belongs to a screen: it is not recorded, because its screen is, and
   * browsers cache it for some minutes.
   */
  kind: 'download' | 'inline' | 'picture'
  /**
   * Returns undefined if there is no such file for this person. The whole file may be returned although a piece was
   * requested.
   */
  load(context: Context, params: Record<string, string>, requested?: RequestedPiece): Promise<FileContent | undefined>
}

/** A piece of a file that a browser requests (RFC 9110, 14.2). */
export interface RequestedPiece {
  /** From `first` to the end or to `last`, both included; or the last bytes of the file. */
  range: { first: number; last?: number } | { suffix: number }
  /** The validator of the file of which the browser has other pieces. */
  ifRange?: string
}

export interface FileContent {
  body: string | Buffer | Readable
  /** The media type. */
  type: string
  /** The file name of a download. */
  name: string
  /** The length of a streamed body, if it is known: a browser reports a body of another length as incomplete. */
  bytes?: number
  /** Present if pieces of the file can be requested: its length, and its strong ETag or the time of its last change. */
  pieces?: { total: number; validator?: string }
  /** Present if the body is a piece; both bytes are included. */
  piece?: { first: number; last: number }
}

/** An entry of the main menu or of the account menu, for principals whom `guard` admits while `offered` is true. */
export interface MenuEntry extends Guarded {
  /** `acting`: beside the name of the patient for whom somebody acts. */
  menu: 'main' | 'account' | 'acting'
  id: string
  label: string
  icon: IconName
  do: Action
  /**
   * Returns what waits there; undefined if nothing does. It depends on its topics at once, before it reads: a menu does
   * not wait for a slow count, and gets it with the next change.
   */
  count?(context: Context): Promise<Count | undefined>
}

/** What a feature adds to the dashboard: a tile that links to it, a titled section on top, or a link under "To do". */
export type DashboardCard = Guarded & { id: string } & (
    | { kind: 'tile'; label: string; text: string; icon: IconName; to: string }
    | { kind: 'section'; title: string; region: RegionPlace }
    | ({ kind: 'toDo' } & ToDo)
  )
export interface ToDo {
  label: string
  icon: IconName
  to: string
  /** Says what waits for the person, with its count; undefined while there is nothing. */
  load(context: Context): Promise<ToDoText | undefined>
}
/** True without the value, which is a sum that is due or how long it takes. */
export interface ToDoText {
  text: string
  value?: { text: string; isDue?: boolean }
  /** Where exactly it is done; default: the page of the part. */
  to?: string
}
type RegionPlace = Pick<BlockOf<'region'>, 'id' | 'src' | 'shape'>

/** A tile of the landing page: what people can do here, and where; they sign in on the way. */
export interface LandingTile {
  id: string
  /** Whose page it leads to: others who are signed in do not see it. */
  guard: Guard
  label: string
  text: string
  icon: IconName
  to: string
  offered: Rule
}

/** Maps codes to messages for people, with {parameters}. */
export type Messages = Record<string, string>

/** One feature of the portal: everything that it adds. */
export interface Feature {
  name: string
  screens: ScreenDefinition[]
  regions: RegionDefinition[]
  actions: ActionDefinition[]
  uploads: UploadDefinition[]
  files: FileDefinition[]
  messages: Messages
  /** The settings that it owns, in the order in which administrators see them. */
  settings: readonly Setting[]
  /** Returns the schemas of forms that are narrower than the input of their action, once the portal is assembled. */
  forms: () => readonly TObject[]
  menu: MenuEntry[]
  cards: DashboardCard[]
  landingTiles: LandingTile[]
  /** Contributions to the extension points of others. */
  extends: Extension[]
  /** Its durable and its recurring jobs. */
  jobs: Work[]
}

/** Defines a feature by a function of the services that it names. */
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
    settings: [],
    forms: () => [],
    menu: [],
    cards: [],
    landingTiles: [],
    extends: [],
    jobs: [],
    ...make(services),
  })
}

export type ShellMaker = (context: Context) => Promise<Omit<Shell, 'protocol' | 'topics' | 'words'>>

// The generics help the author; a list of definitions contains all of them, whatever their input.
export function screen<Q extends TObject>(definition: ScreenDefinition<Q>): ScreenDefinition {
  return definition as unknown as ScreenDefinition // checked against its schema before it runs
}
export function region<Q extends TObject>(definition: RegionDefinition<Q>): RegionDefinition {
  return definition as unknown as RegionDefinition // checked against its schema before it runs
}
export function action<S extends TObject>(definition: ActionDefinition<S>): ActionDefinition {
  return definition as unknown as ActionDefinition // checked against its schema before it runs
}
export function upload<S extends TObject>(definition: UploadDefinition<S>): UploadDefinition {
  return definition as unknown as UploadDefinition // checked against its schema before it runs
}
