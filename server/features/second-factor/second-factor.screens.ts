import type { TObject } from 'typebox'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { AccountHome } from '../../identity/account-home.ts'
import { codeDigits, spelled } from '../../identity/totp.ts'
import { verificationMessages } from '../../identity/verification.messages.ts'
import { codeField, codeHelp, whenComplete } from '../../identity/verification.screens.ts'
import { paths } from '../../practice/paths.ts'
import { button, call, form, goTo, link, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { secondFactorPaths } from './second-factor.paths.ts'

/** The state of an account's second factor. */
export type SecondFactorState =
  | { state: 'on'; codesLeft: number }
  | { state: 'off'; isOffered: boolean }
  | { state: 'begun'; secret: string; uri: string }

export interface SecondFactorActions {
  begin: ActionDefinition
  enable: ActionDefinition
  newCodes: ActionDefinition
  disable: ActionDefinition
  keepCodes: ActionDefinition
}

const what =
  'An authenticator app on your phone shows a new code every 30 seconds. Even someone who knows your password cannot sign in.'

const firstLead = 'The practice protects the accounts of its staff with more than a password. Set it up now.'

/** The section on the settings page. */
export function secondFactorBlocks(
  state: SecondFactorState,
  { home, begin }: { home: AccountHome; begin: ActionDefinition },
): BlockList {
  const to = secondFactorPaths.authenticator[home.of]()
  const off = text('second-factor-off', `Off. ${what}`)
  if (state.state === 'off' && !state.isOffered) return [off]
  if (state.state !== 'on') {
    const press = state.state === 'begun' ? goTo(to) : call(begin)
    return [off, button('second-factor-begin', { text: 'Set up an authenticator app', icon: 'lock', do: press })]
  }
  return [
    text(
      'second-factor-on',
      'On. When you sign in with your password, we also ask for a code from your authenticator app.',
    ),
    text('second-factor-codes', codesLeftText(state.codesLeft)),
    link('second-factor-change', { text: 'Change', to, icon: 'edit' }),
  ]
}

/** To administrators, who can switch it on. */
export const secondFactorSwitchedOff: BlockOf<'section'> = {
  kind: 'section',
  id: 'second-factor-switched-off',
  title: 'Authenticator app',
  card: true,
  blocks: [
    text(
      'second-factor-why',
      'Authenticator apps are off for everyone. Once you switch them on, you can protect your account with one.',
    ),
    link('second-factor-setting', {
      text: 'Open the setting',
      to: paths.adminSetting({ name: 'Portal_Second_Factor' }),
      icon: 'settings',
    }),
  ],
}

function codesLeftText(left: number): string {
  if (left === 0) return 'You have no recovery codes left. Please make new ones.'
  return left === 1 ? 'You have 1 recovery code left.' : `You have ${left} recovery codes left.`
}

export interface AuthenticatorScreen {
  state: SecondFactorState
  actions: SecondFactorActions
  home: AccountHome
  codeSchema: TObject
  /** Nothing else is open to the person before this. */
  isFirst: boolean
  /** What can be set up instead. */
  others: BlockList
  /** The practice wants the person to have one. */
  isRequired: boolean
}

/** Sets up the second factor, or shows what can be changed about it. */
export function authenticatorScreen(parts: AuthenticatorScreen): ScreenBody {
  const { state, home, isFirst } = parts
  return {
    title: 'Authenticator app',
    width: 'reading',
    ...(isFirst ? {} : { back: { label: home.title, to: home.root } }),
    blocks: [
      title(isFirst ? 'Protect your account' : 'Authenticator app'),
      text('authenticator-lead', isFirst ? `${firstLead} ${what}` : what, 'lead'),
      ...authenticatorBlocks(parts, state),
      ...parts.others,
    ],
  }
}

function authenticatorBlocks(parts: AuthenticatorScreen, state: SecondFactorState): BlockList {
  if (state.state === 'on') return changeBlocks(parts, state.codesLeft)
  if (state.state === 'begun') return setUpBlocks(parts, state)
  if (!state.isOffered)
    return [text('authenticator-closed', 'Your practice does not offer this right now. Please call the office.')]
  return [beginButton(parts.actions.begin)]
}

function beginButton(begin: ActionDefinition): BlockList[number] {
  return button('authenticator-begin', {
    text: 'Set up now',
    icon: 'lock',
    style: 'primary',
    wideUpTo: 480,
    do: call(begin),
  })
}

function setUpBlocks(
  { actions, codeSchema }: AuthenticatorScreen,
  { secret, uri }: Extract<SecondFactorState, { state: 'begun' }>,
): BlockList {
  return [
    {
      kind: 'section',
      id: 'authenticator-key',
      title: '1. Add this account to your app',
      card: true,
      blocks: [
        {
          kind: 'qr',
          id: 'authenticator-qr',
          text: uri,
          alt: 'A code for your authenticator app. The key below says the same.',
          caption: 'Scan this code with the app.',
        },
        text('authenticator-or', 'Or type this key into the app:'),
        text('authenticator-secret', spelled(secret), 'code'),
      ],
    },
    {
      kind: 'section',
      id: 'authenticator-code',
      title: '2. Enter the code that the app shows',
      card: true,
      blocks: [
        form({
          id: 'enable-second-factor',
          action: actions.enable,
          schema: codeSchema,
          messages: verificationMessages,
          fields: [{ ...codeField('Code'), help: codeHelp(codeDigits) }],
          when: whenComplete(codeDigits),
          submitLabel: 'Turn on',
          busyText: 'Checking the code',
        }),
      ],
    },
  ]
}

function changeBlocks(
  { actions: { newCodes, disable }, isRequired }: AuthenticatorScreen,
  codesLeft: number,
): BlockList {
  return [
    {
      kind: 'section',
      id: 'new-codes-card',
      title: 'Recovery codes',
      help: `${codesLeftText(codesLeft)} Each lets you sign in once without your phone. New ones replace all earlier ones.`,
      card: true,
      blocks: [
        button('new-codes', { text: 'Make new recovery codes', do: { ...call(newCodes), confirm: newCodesQuestion } }),
      ],
    },
    {
      kind: 'section',
      id: 'turn-off-card',
      title: isRequired ? 'Move to another phone' : 'Turn off',
      help: isRequired
        ? 'This turns the app off, and your recovery codes stop working. Then you set the app up again at once.'
        : 'You will then sign in with only your password, and your recovery codes will stop working. To move to another phone, turn it off and set it up again.',
      card: true,
      blocks: [
        button('turn-off', {
          text: isRequired ? 'Set up again' : 'Turn off',
          do: { ...call(disable), confirm: offQuestion(isRequired) },
        }),
      ],
    },
  ]
}

const newCodesQuestion = {
  title: 'Make new recovery codes?',
  text: 'All earlier ones stop working.',
  yes: 'Make new codes',
  no: 'Cancel',
}

/** A proof that still holds asks for nothing: one press alone must not take the protection away. */
function offQuestion(isRequired: boolean) {
  return {
    title: isRequired ? 'Set the app up again?' : 'Turn the authenticator app off?',
    text: isRequired
      ? 'The codes of the app on your current phone stop working, and so do your recovery codes.'
      : 'Your password alone will open your account.',
    yes: isRequired ? 'Set up again' : 'Turn off',
    no: 'Cancel',
    danger: true,
  }
}

/** Shows the new codes until their owner confirms having saved them; never again afterwards. */
export function recoveryCodesScreen({
  codes,
  practice,
  home,
  keep,
}: {
  codes: readonly string[] | undefined
  practice: string
  home: AccountHome
  keep: ActionDefinition
}): ScreenBody {
  const heading = 'Recovery codes'
  const body = { title: heading, width: 'reading', back: { label: home.title, to: home.root } } as const
  if (!codes)
    return {
      ...body,
      blocks: [
        title(heading),
        text(
          'recovery-codes-gone',
          'Recovery codes are shown once, when they are made. If you have lost them, make new ones.',
        ),
        button('recovery-codes-new', {
          text: 'Authenticator app',
          do: goTo(secondFactorPaths.authenticator[home.of]()),
        }),
      ],
    }
  return {
    ...body,
    blocks: [
      title(heading),
      text(
        'recovery-codes-lead',
        `If you lose your phone, each of these codes lets you sign in at ${practice} once, after your password.`,
        'lead',
      ),
      {
        kind: 'notice',
        id: 'recovery-codes-advice',
        tone: 'warning',
        text: 'We will not show them again. Print them or write them down, and keep them in a safe place, away from your phone.',
      },
      text('recovery-codes-list', codes.join('\n'), 'code'),
      button('recovery-codes-print', { text: 'Print', icon: 'document', do: { type: 'print' } }),
      button('recovery-codes-keep', {
        text: 'I have saved these codes',
        style: 'primary',
        do: call(keep),
      }),
    ],
  }
}
