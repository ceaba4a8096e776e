import type { BlockList } from '../../schemas/block.ts'
import type { Dialog } from '../../schemas/dialog.ts'
import { button, call, form, text } from '../protocol/block-builders.ts'
import type { ActionDefinition } from '../protocol/definitions.ts'
import { proveAgainMessages } from './prove-again.messages.ts'
import { Proof, proofCodes, proofField } from './prove-again.ts'
import { codeDigits } from './totp.ts'
import { codeField, codeHelp, whenComplete } from './verification.screens.ts'

/** How a person can prove again who they are: by what they type, by a passkey, or by either. */
export interface ProofWays {
  typed: 'password' | 'password or code' | 'code' | undefined
  passkey: boolean
}

interface Again {
  /** The action that runs once it is proven. */
  action: ActionDefinition
  input: Record<string, unknown>
  minutes: number
}

/** Asks a signed-in person who they are. */
export function proofDialog(ways: ProofWays, again: Again): Dialog {
  return {
    id: 'prove-again',
    title: 'Confirm that it is you',
    closeLabel: 'Close',
    blocks: [
      text(
        'prove-again-why',
        `Before security, payments, or accounts change, we check that it is you. In this browser we do not ask again for ${again.minutes} minutes.`,
      ),
      ...(ways.typed === undefined ? [] : [typedForm(ways.typed, again)]),
      ...(ways.passkey ? [passkeyButton(ways, again)] : []),
    ],
    actions: [button('prove-again-cancel', { text: 'Cancel', style: 'secondary', do: { type: 'close' } })],
  }
}

function typedForm(typed: NonNullable<ProofWays['typed']>, { action, input }: Again): BlockList[number] {
  const isCode = typed === 'code'
  return form({
    id: 'prove-again-form',
    label: 'Confirm that it is you',
    action,
    schema: Proof,
    codes: isCode ? { '/Proof': { required: 'proof.code' } } : proofCodes,
    messages: proveAgainMessages,
    fields: [
      isCode
        ? {
            ...codeField('Code from your authenticator app'),
            name: 'Proof',
            help: `${codeHelp(codeDigits)} Each code works once: after signing in with one, wait for the next.`,
          }
        : proofField({ withCode: typed === 'password or code' }),
    ],
    input,
    submitLabel: 'Confirm',
    busyText: 'Checking',
    ...(isCode ? { when: whenComplete(codeDigits, 'Proof') } : {}),
  })
}

function passkeyButton({ typed }: ProofWays, { action, input }: Again): BlockList[number] {
  return button('prove-again-passkey', {
    text: 'Use your passkey',
    icon: 'key',
    style: typed === undefined ? 'primary' : 'secondary',
    wideUpTo: 480,
    do: call(action, { ...input, WithPasskey: true }),
  })
}
