import type { Words } from '../../../schemas/base.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { paths } from '../../practice/paths.ts'
import { button, goTo, phone, text } from '../../protocol/block-builders.ts'

/** Specification 1 §8, sign-up lookup, verbatim. */
const signUpOutcomes = {
  several: 'Error in creating account! Please contact Office',
  none: "Sorry! We couldn't find your record. Please contact office",
  exists: 'Account already exists. Please try login.',
} as const

export const accountCreated = 'Account created successfully!'

/** Shown for a record without e-mail address and cell phone, because no code can be sent. */
export function noContactWords(office: string): Words {
  const call = office ? [{ text: ' at ' }, phone(office)] : []
  return [
    {
      text: 'Your record has no email address or cell phone for a code. Please call the office',
    },
    ...call,
    { text: '.' },
  ]
}

type Outcome = keyof typeof signUpOutcomes

/** The next step after each outcome; the specification's words name none. */
const nextSteps: Record<Outcome, { before: string; after: string }> = {
  none: {
    before: "Please check what you typed. It must match the office's records. If it does, call ",
    after: ' and ask to have your record corrected, or to become a patient.',
  },
  several: { before: 'Please call ', after: '. The office can tell which record is yours and help you sign up.' },
  exists: { before: 'You can also have a new password set there. If you never made an account, call ', after: '.' },
}

/**
 * Shows the outcome of the lookup over the form, which keeps what was typed: most people mistyped one of five fields.
 * The specification clears them (1 §8); look.md keeps what was typed.
 */
export function showOutcome(outcome: Outcome, office: string): Effect[] {
  const { before, after } = nextSteps[outcome]
  const next: Words = [{ text: before }, office ? phone(office) : { text: 'the office' }, { text: after }]
  return [{ type: 'open', dialog: outcomeDialog(signUpOutcomes[outcome], { next, signIn: outcome === 'exists' }) }]
}

/** Shows that the record has no contact for a code; the form keeps what was typed. */
export function showNoContact(office: string): Effect[] {
  return [{ type: 'open', dialog: outcomeDialog(noContactWords(office)) }]
}

/** While others try a name too often: what is next is in a message to the owner of the contact. */
export function showLinkSent(office: string): Effect[] {
  const next: Words = [
    { text: 'The link works for one day. If none comes, call ' },
    office ? phone(office) : { text: 'the office' },
    { text: '.' },
  ]
  const sent =
    'Too many people have tried this today. If everything that you entered is on record, we have sent you a link. Open it to go on.'
  return [{ type: 'open', dialog: outcomeDialog([{ text: sent }], { next }) }]
}

/** Shows that the account was made elsewhere meanwhile, over the first step. */
export function beginAnew(office: string): Effect[] {
  return [{ type: 'refresh', what: 'screen' }, ...showOutcome('exists', office)]
}

function outcomeDialog(words: Words, { next, signIn = false }: { next?: Words; signIn?: boolean } = {}): Dialog {
  const close = { type: 'close' } as const
  return {
    id: 'sign-up-outcome',
    title: 'Create an account',
    closeLabel: 'Close',
    blocks: [text('outcome-text', words), ...(next ? [text('outcome-next', next)] : [])],
    actions: [
      ...(signIn ? [button('outcome-sign-in', { text: 'Sign in', style: 'primary', do: goTo(paths.signIn()) })] : []),
      button('outcome-ok', { text: 'OK', style: signIn ? 'secondary' : 'primary', do: close }),
    ],
  }
}

/** The text behind the terms and privacy checkbox; the privacy notice itself is linked at the bottom of every page. */
export function termsDialog(practice: string): Dialog {
  return {
    id: 'terms',
    title: 'Terms of use',
    closeLabel: 'Close',
    blocks: [
      text(
        'terms-own',
        'The account is for you alone. Keep your password to yourself. If someone else may know it, call the office.',
      ),
      text('terms-urgent', 'The portal is not for emergencies. In an emergency, call 911.'),
      text(
        'terms-records',
        `What ${practice} shows you here comes from its own records. Call the office if something is wrong.`,
      ),
      text('terms-privacy', 'To read how we protect your records, open Privacy and Cookies at the bottom of any page.'),
    ],
    actions: [button('terms-close', { text: 'Close', style: 'primary', do: { type: 'close' } })],
  }
}
