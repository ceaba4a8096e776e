import type { BlockList } from '../../schemas/block.ts'
import type { Dialog } from '../../schemas/dialog.ts'
import { button, call, form, text } from '../protocol/block-builders.ts'
import type { ActionDefinition } from '../protocol/definitions.ts'
import { proveAgainMessages } from './prove-again.messages.ts'
import { Proof, proofCodes, proofField } from './prove-again.ts'
import { codeDigits } from './totp.ts'
import { codeField, codeHelp, whenComplete } from './verification.screens.ts'

const title = 'Confirm that it is you'

/** How a person can prove again who they are: by what they type, by a passkey, or by either. */
export interface ProofWays {
  typed: 'password' | 'password or code' | 'code' | undefined
  passkey: boolean
}

interface Again {
  /** The action that runs once it is proven. */
  action: ActionDefinition
  input: Record<string, unknown>
}

/** Asks a signed-in person who they are. */
export function proofDialog(ways: ProofWays, { minutes, ...again }: Again & { minutes: number }): Dialog {
  return dialogOf([
    text(
      'prove-again-why',
      `Before security, payments, or accounts change, we check that it is you. In this browser we do not ask again for ${minutes} minutes.`,
    ),
    ...(ways.typed === undefined ? [] : [typedForm(ways.typed, again)]),
    ...(ways.passkey ? [passkeyButton(ways, again)] : []),
    ...(ways.typed === 'code' ? [recoveryButton(again)] : []),
  ])
}

/** The same for who does not have the phone with the authenticator app. */
export function recoveryDialog({ action, input }: Again): Dialog {
  return dialogOf([
    text('prove-again-lost', 'Enter one of the recovery codes that you saved. Each code works once.'),
    form({
      id: 'prove-again-recovery',
      label: title,
      action,
      schema: Proof,
      codes: { '/Proof': { required: 'proof.recovery' } },
      messages: proveAgainMessages,
      fields: [
        { name: 'Proof', label: 'Recovery code', help: 'Four groups of four letters and digits.', autocomplete: 'off' },
      ],
      input: { ...input, ProveBy: 'recovery code' },
      submitLabel: 'Confirm',
      busyText: 'Checking',
    }),
    button('prove-again-app', { text: 'Use your authenticator app', style: 'link', do: call(action, input) }),
  ])
}

/** One after the other they are the same dialog. */
function dialogOf(blocks: BlockList): Dialog {
  return {
    id: 'prove-again',
    title,
    closeLabel: 'Close',
    blocks,
    actions: [button('prove-again-cancel', { text: 'Cancel', style: 'secondary', do: { type: 'close' } })],
  }
}

function typedForm(typed: NonNullable<ProofWays['typed']>, { action, input }: Again): BlockList[number] {
  const isCode = typed === 'code'
  return form({
    id: 'prove-again-form',
    label: title,
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
    do: call(action, { ...input, ProveBy: 'passkey' }),
  })
}

function recoveryButton({ action, input }: Again): BlockList[number] {
  return button('prove-again-by-recovery', {
    text: 'Use a recovery code',
    style: 'link',
    do: call(action, { ...input, ProveBy: 'recovery code' }),
  })
}
