import type { TObject } from 'typebox'
import type { BlockList } from '../../../schemas/block.ts'
import { codeDigits } from '../../identity/totp.ts'
import { codeField, codeHelp, whenComplete } from '../../identity/verification.screens.ts'
import { verificationMessages } from '../../identity/verification.messages.ts'
import { button, form, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { secondFactorMessages } from './second-factor.messages.ts'
import { paths } from '../../practice/paths.ts'

const heading = 'Enter your code'

export interface CodeEntryScreen {
  route: string
  /** The address of the sign-in screen. */
  signIn: string
  /** Whether to ask for a recovery code instead of one of the app. */
  withRecovery: boolean
  actions: { code: ActionDefinition; recovery: ActionDefinition }
  codeSchema: TObject
}

/** The second step of signing in. */
export function secondFactorEntryScreen({
  route,
  signIn,
  withRecovery,
  actions,
  codeSchema,
}: CodeEntryScreen): ScreenBody {
  const recoveryForm = form({
    id: 'recovery-code',
    action: actions.recovery,
    messages: secondFactorMessages,
    fields: [
      {
        name: 'recoveryCode',
        label: 'Recovery code',
        help: 'Four groups of four letters and digits. Each code works once.',
        autocomplete: 'off',
      },
    ],
    submitLabel: 'Sign in',
    busyText: 'Signing in',
    secondary: [{ id: 'use-app', label: 'Use a code from your app', to: route }],
  })
  const codeForm = form({
    id: 'app-code',
    action: actions.code,
    schema: codeSchema,
    messages: verificationMessages,
    fields: [{ ...codeField('Code from your app'), help: codeHelp(codeDigits) }],
    when: whenComplete(codeDigits),
    submitLabel: 'Sign in',
    busyText: 'Signing in',
    secondary: [{ id: 'use-recovery', label: 'Use a recovery code', to: paths.secondFactor({ with: 'recovery' }) }],
  })
  const lead = withRecovery
    ? 'Enter one of the recovery codes that you saved.'
    : 'Now enter the code from your authenticator app.'
  return screenOf(signIn, [
    text('second-factor-lead', lead, 'lead'),
    { kind: 'section', id: 'second-factor-card', card: true, blocks: [withRecovery ? recoveryForm : codeForm] },
    text('second-factor-lost', 'If you have neither your phone nor a recovery code, please call the office.', 'small'),
  ])
}

/** Shown without a pending sign-in. */
export function signInFirstScreen(signIn: string): ScreenBody {
  return screenOf(signIn, [
    text('second-factor-first', 'Please sign in with your password first.', 'lead'),
    button('second-factor-sign-in', { text: 'Sign in', style: 'primary', do: goTo(signIn) }),
  ])
}

function screenOf(signIn: string, blocks: BlockList): ScreenBody {
  return {
    title: heading,
    width: 'reading',
    back: { label: 'Sign in', to: signIn },
    blocks: [title(heading), ...blocks],
  }
}
