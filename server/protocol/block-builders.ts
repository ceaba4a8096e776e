import type { Messages } from './definitions.ts'
import type { TObject } from 'typebox'
import type { Action, Call } from '../../schemas/action.ts'
import type { IconName, Words } from '../../schemas/base.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Dialog } from '../../schemas/dialog.ts'
import type { FieldGroup } from '../../schemas/blocks/form.ts'
import type { FormField } from './form-fields.ts'
import { tenDigitsOf } from '../../schemas/phone-number.ts'
import { plain } from './catalog.ts'
import type { ActionDefinition, Named } from './definitions.ts'
import { protocolMessages } from './error-catalogue.ts'
import { formAddress } from './form-address.ts'
import { keywordCodes } from './input-check.ts'

/** Builders of the blocks that features use most. */
export function title(text: string): BlockOf<'text'> {
  return { kind: 'text', id: 'title', role: 'title', text }
}

export function text(id: string, words: Words, role: BlockOf<'text'>['role'] = 'body'): BlockOf<'text'> {
  return { kind: 'text', id, role, text: words }
}

export function button(
  id: string,
  { text: words, ...rest }: Omit<BlockOf<'action'>, 'kind' | 'id'>,
): BlockOf<'action'> {
  return { kind: 'action', id, text: words, ...rest }
}

export function goTo(to: string): Action {
  return { type: 'navigate', to }
}

/** Runs an action with this input. A question before it or words while it runs are members that its user adds. */
export function call({ name }: Named, input?: Call['input']): Call {
  return { type: 'call', action: name, ...(input ? { input } : {}) }
}

export function link(
  id: string,
  { text: words, to, icon }: { text: string; to: string; icon?: IconName },
): BlockOf<'action'> {
  return { kind: 'action', id, text: words, style: 'link', do: goTo(to), ...(icon ? { icon } : {}) }
}

/**
 * A phone number as a link: digits shown as (xxx) xxx-xxxx, linked as tel:+1 (specification 1 §5). Another number is shown
 * as recorded; words such as "unknown" are none.
 */
export function phone(number: string): { text: string; href?: string } {
  const digits = tenDigitsOf(number)
  if (digits === undefined) return { text: /\d/.test(number) ? number : '' }
  return { text: `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`, href: `tel:+1${digits}` }
}

interface MessageDialog {
  id: string
  title: string
  /** One paragraph each. */
  words: readonly Words[]
  /** The button that closes it. */
  ok?: string
}

/** A dialog that says something, and is closed. */
export function messageDialog({ id, title: heads, words, ok = 'OK' }: MessageDialog): Dialog {
  return {
    id,
    title: heads,
    closeLabel: 'Close',
    blocks: words.map((each, at) => text(`${id}-${at}`, each)),
    actions: [button(`${id}-ok`, { text: ok, style: 'primary', do: { type: 'close' } })],
  }
}

export interface FormParts {
  id: string
  /** The label of the group of fields. */
  label?: string
  action: ActionDefinition
  /** Narrower than the action's own input; must be among the feature's `forms`. */
  schema?: TObject
  /** The codes for failed checks of that schema; default: those of the action. */
  codes?: ActionDefinition['codes']
  /** The messages of the feature, for the codes of its fields. */
  messages: Messages
  fields: FormField[]
  groups?: FieldGroup[]
  value?: Record<string, unknown>
  /** Sent with the form, not shown. */
  input?: Record<string, unknown>
  /** Fields that are checked and stay in the page, and what another form of the page keeps for this one. */
  keeps?: BlockOf<'form'>['keeps']
  takes?: BlockOf<'form'>['takes']
  /** Asks before the screen is left with changes that were not sent. */
  asksToLeave?: boolean
  /** What keeps the typed value while a person types, and how. */
  autosave?: { action: Named; input?: Record<string, unknown> } & Omit<NonNullable<BlockOf<'form'>['autosave']>, 'do'>
  submitLabel: string
  /** Sending it removes or ends something. */
  danger?: boolean
  /** Another button of the page is the primary one. */
  style?: BlockOf<'form'>['submit']['style']
  busyText?: string
  secondary?: BlockOf<'form'>['secondary']
  /** The user name that belongs to the entered or new password, if no field contains it. */
  username?: string
  /** Why it cannot be sent: in general, or until a condition holds. */
  disabled?: BlockOf<'form'>['submit']['disabled']
  when?: BlockOf<'form'>['submit']['when']
}

/** Builds a form whose schema is the input of its action, with the catalogue's message for each check. */
export function form({
  id,
  label,
  action,
  schema = action.input,
  codes = action.codes,
  messages,
  fields,
  groups,
  value = {},
  input,
  keeps,
  takes,
  asksToLeave = false,
  autosave,
  submitLabel,
  danger,
  style,
  busyText,
  secondary,
  username,
  disabled,
  when,
}: FormParts): BlockOf<'form'> {
  const plainSchema = plain(schema)
  return {
    kind: 'form',
    id,
    ...(label === undefined ? {} : { label }),
    schema: plainSchema,
    validator: formAddress(plainSchema),
    value,
    errorTitle: 'Please check what you entered',
    ...(groups ? { groups } : {}),
    ...(keeps ? { keeps } : {}),
    ...(takes ? { takes } : {}),
    ...(asksToLeave ? { leave: { ask: leaveQuestion } } : {}),
    ...(autosave ? { autosave: autosaveOf(autosave) } : {}),
    ...(username === undefined ? {} : { username }),
    fields: fields.map((field) => ({
      ...field,
      ...(action.visible?.[field.name] ? { visible: action.visible[field.name] } : {}),
      messages: messagesOf(plainSchema, {
        name: field.name,
        codes: codes?.[`/${field.name}`] ?? {},
        latest: action.upToToday?.[`/${field.name}`],
        messages: { ...protocolMessages, ...messages },
      }),
    })),
    submit: {
      label: submitLabel,
      ...(danger ? { danger } : {}),
      ...(style ? { style } : {}),
      do: {
        type: 'submit',
        action: action.name,
        ...(input ? { input } : {}),
        ...(busyText ? { busy: { text: busyText } } : {}),
      },
      ...(disabled ? { disabled } : {}),
      ...(when ? { when } : {}),
    },
    ...(secondary ? { secondary } : {}),
  }
}

const leaveQuestion = {
  title: 'Leave this page?',
  text: 'What you entered has not been sent, and will be lost.',
  yes: 'Leave',
  no: 'Stay',
  danger: true,
}

function autosaveOf({ action, input, ...rest }: NonNullable<FormParts['autosave']>): BlockOf<'form'>['autosave'] {
  return { do: { type: 'submit', action: action.name, ...(input ? { input } : {}) }, ...rest }
}

interface FieldWords {
  name: string
  codes: Record<string, string>
  /** The code for a day after the last one. */
  latest: string | undefined
  messages: Messages
}

function messagesOf(
  schema: Record<string, unknown>,
  { name, codes, latest, messages }: FieldWords,
): Record<string, string> {
  const properties = (schema.properties ?? {}) as Record<string, Record<string, unknown>> // of an object schema
  const checks: Record<string, unknown> = { ...properties[name], required: true }
  const keywords = Object.entries(checks).filter(([keyword]) => keyword in keywordCodes)
  const ofSchema = Object.fromEntries(
    keywords.map(([keyword, limit]) => {
      const meant = keyword === 'minLength' && limit === 1 ? 'required' : keyword
      const words = messages[codes[meant] ?? keywordCodes[meant] ?? ''] ?? ''
      return [keyword, words.replace('{limit}', String(limit))]
    }),
  )
  return latest === undefined ? ofSchema : { ...ofSchema, latest: messages[latest] ?? '' }
}
