import type { TObject } from 'typebox'
import type { BlockList } from '../../../schemas/block.ts'
import { verificationMessages } from '../../identity/verification.messages.ts'
import { button, form, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { secondFactorMessages } from './second-factor.messages.ts'

const heading = 'Enter your code'

export interface CodeEntryScreen {
  route: string
  /** Where to sign in anew. */
  signIn: string
  /** A recovery code instead of one of the app. */
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
    secondary: [{ id: 'use-app', label: 'Use a code of your app', to: route }],
  })
  const codeForm = form({
    id: 'app-code',
    action: actions.code,
    schema: codeSchema,
    messages: verificationMessages,
    fields: [
      { name: 'code', label: 'Code of your app', help: '6 digits.', widget: 'code', autocomplete: 'one-time-code' },
    ],
    submitLabel: 'Sign in',
    busyText: 'Signing in',
    secondary: [{ id: 'use-recovery', label: 'Use a recovery code', to: `${route}?with=recovery` }],
  })
  const lead = withRecovery
    ? 'Enter one of the recovery codes that you kept.'
    : 'Your password is right. Now enter the code that your authenticator app shows.'
  return screenOf(signIn, [
    text('second-factor-lead', lead, 'lead'),
    { kind: 'section', id: 'second-factor-card', card: true, blocks: [withRecovery ? recoveryForm : codeForm] },
    text('second-factor-lost', 'If you have neither your phone nor a recovery code, please call the office.', 'small'),
  ])
}

/** For whoever comes here without having signed in, or too late. */
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
