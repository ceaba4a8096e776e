import type { Words } from '../../../schemas/base.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { routes } from '../../practice/routes.ts'
import { button, goTo, phone, text } from '../../protocol/block-builders.ts'

/** Specification 1 §8, sign-up lookup, verbatim. */
export const signUpOutcomes = {
  several: 'Error in creating account! Please contact Office',
  none: "Sorry! We couldn't find your record. Please contact office",
  exists: 'Account already exists. Please try login.',
} as const

export const accountCreated = 'Account created successfully!'

/** A record without an e-mail address or a cell phone has nothing that a code could go to. */
export function noContactWords(office: string): Words {
  const call = office ? [{ text: ' at ' }, phone(office)] : []
  return [
    {
      text: 'Your record has neither an e-mail address nor a cell phone that a code could go to. Please call the office',
    },
    ...call,
    { text: '.' },
  ]
}

/** Says the outcome and begins anew: each clears what was entered (specification 1 §8). */
export function beginAnew(words: Words): Effect[] {
  return [
    { type: 'refresh', what: 'screen' },
    { type: 'open', dialog: outcomeDialog(words) },
  ]
}

function outcomeDialog(words: Words): Dialog {
  const close = { type: 'close' } as const
  const signIn = button('outcome-sign-in', { text: 'Sign in', do: goTo(routes.signIn) })
  return {
    id: 'sign-up-outcome',
    title: 'Create an account',
    closeLabel: 'Close',
    blocks: [text('outcome-text', words)],
    actions: [
      button('outcome-ok', { text: 'OK', style: 'primary', do: close }),
      ...(words === signUpOutcomes.exists ? [signIn] : []),
    ],
  }
}

/** What the terms and privacy box is about; the privacy notice itself stands at the foot of every page. */
export function termsDialog(practice: string): Dialog {
  return {
    id: 'terms',
    title: 'Terms of use',
    closeLabel: 'Close',
    blocks: [
      text(
        'terms-own',
        'The account is for you alone. Keep your password to yourself, and tell the office when somebody else may know it.',
      ),
      text('terms-urgent', 'The portal is not for emergencies. In an emergency, call 911.'),
      text(
        'terms-records',
        `What ${practice} shows you here comes from its own records. Ask the office when something is not right.`,
      ),
      text(
        'terms-privacy',
        'How your records are protected is said under Privacy and Cookies at the foot of every page.',
      ),
    ],
    actions: [button('terms-close', { text: 'Close', style: 'primary', do: { type: 'close' } })],
  }
}
