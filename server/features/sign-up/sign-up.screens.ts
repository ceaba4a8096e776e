import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Flow } from '../../identity/flow.store.ts'
import { genderLabels } from '../../identity/patient-lookup.ts'
import { newPasswordFields } from '../../identity/password.fields.ts'
import { passwordMessages } from '../../identity/password.messages.ts'
import type { VerificationFlow } from '../../identity/verification-flow.ts'
import { paths } from '../../practice/paths.ts'
import { button, call, form, goTo, text, title } from '../../protocol/block-builders.ts'
import { birthDayField, fieldRow } from '../../protocol/form-fields.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { accountCreated, termsDialog } from './sign-up.dialogs.ts'
import type { SignUp, SignUpStep } from './sign-up.flow.ts'
import { signUpMessages } from './sign-up.messages.ts'

export interface SignUpScreen {
  practice: string
  /** The current day at the practice, `yyyy-MM-dd`. */
  today: string
  /** Those that must not make up most of the password. */
  words: readonly string[]
  /** Undefined at step 0. */
  flow?: Flow<SignUp>
  /** Whether a sign-up of this browser has expired. */
  isOver: boolean
  at: Date
  actions: SignUpActions
  code: Pick<VerificationFlow<SignUp>, 'choice' | 'entry'>
}

export interface SignUpActions {
  locate: ActionDefinition
  back: ActionDefinition
  create: ActionDefinition
}

const steps = ['Locate patient records', 'Verification code', 'Secure sign up', 'Create an Account'] as const

/** Specification 1 §2 and §4: the screen of each step. */
const pages: Record<SignUpStep, { step: number; blocks: (view: SignUpScreen) => BlockList }> = {
  choose: { step: 1, blocks: chooseBlocks },
  code: { step: 1, blocks: entryBlocks },
  secure: { step: 2, blocks: secureBlocks },
  done: { step: 3, blocks: doneBlocks },
}

/** One question per page (look.md), at the current step of this browser's sign-up. */
export function signUpScreen(view: SignUpScreen): ScreenBody {
  const { flow, practice } = view
  const page = flow ? pages[flow.step as SignUpStep] : { step: 0, blocks: locateBlocks } // written only by the sign-up
  return {
    title: 'Create an account',
    width: 'reading',
    blocks: [title(steps[page.step] ?? ''), stepsBlock(page.step), ...page.blocks(view)],
    ...(flow?.step === 'secure' ? { dialogs: { terms: termsDialog(practice) } } : {}),
  }
}

function stepsBlock(current: number): BlockOf<'steps'> {
  const id = (step: number) => `step-${step}`
  return {
    kind: 'steps',
    id: 'sign-up-steps',
    label: 'Steps of creating an account',
    current: id(current),
    steps: steps.map((name, step) => ({ id: id(step), title: name })),
  }
}

function card(id: string, blocks: BlockList): BlockOf<'section'> {
  return { kind: 'section', id, card: true, blocks }
}

function locateBlocks({ practice, isOver, today, actions }: SignUpScreen): BlockList {
  return [
    text('locate-lead', `Tell us who you are, as ${practice} has it on record.`, 'lead'),
    ...(isOver ? [overNotice] : []),
    card('locate-card', [
      form({
        id: 'locate',
        asksToLeave: true,
        action: actions.locate,
        messages: signUpMessages,
        submitLabel: 'Continue',
        busyText: 'Looking for your record',
        secondary: [{ id: 'sign-in', label: 'I have an account already: sign in', to: paths.signIn() }],
        fields: [
          ...fieldRow('Name', [
            { name: 'PatientFirstName', label: 'First name', autocomplete: 'given-name', span: 'half' },
            { name: 'PatientLastName', label: 'Last name', autocomplete: 'family-name', span: 'half' },
          ]),
          birthDayField({ name: 'PatientDOB', label: 'Date of birth', autocomplete: 'bday' }, today),
          { name: 'PatientGender', label: 'Gender', widget: 'radio', optionLabels: genderLabels },
          { name: 'PatientZIP', label: 'ZIP code', autocomplete: 'postal-code', span: 'half' },
        ],
      }),
    ]),
  ]
}

const overNotice: BlockOf<'notice'> = {
  kind: 'notice',
  id: 'sign-up-over',
  tone: 'warning',
  text: 'Too much time has passed. Please start again.',
  announce: true,
}

/** The words of specification 1 §4 for a patient of the practice's earlier portal; its password is not carried over. */
const earlierAccount: BlockOf<'notice'> = {
  kind: 'notice',
  id: 'earlier-account',
  tone: 'info',
  title: 'Existing patient identified',
  text: 'You had an account with this practice before. Choose a new username and password here; your appointments and records are the same.',
}

function chooseBlocks({ flow, actions, code }: SignUpScreen): BlockList {
  if (!flow) return []
  return [
    ...(flow.subject.hasEarlierAccount ? [earlierAccount] : []),
    text('choose-lead', 'We found your record. Where should we send your code?', 'lead'),
    card('choose-card', [code.choice('choose', flow.subject)]),
    backButton(actions),
  ]
}

function entryBlocks({ flow, at, actions, code }: SignUpScreen): BlockList {
  if (!flow) return []
  return [card('code-card', code.entry(flow, at)), backButton(actions)]
}

/** Only step 1 has a Back button (specification 1 §4); it clears the input. */
function backButton({ back }: SignUpActions): BlockOf<'action'> {
  return button('back', { text: 'Back', style: 'secondary', do: call(back) })
}

function secureBlocks({ actions, words }: SignUpScreen): BlockList {
  return [
    text('secure-lead', 'Choose how you sign in from now on.', 'lead'),
    card('secure-card', [
      form({
        id: 'secure',
        asksToLeave: true,
        action: actions.create,
        messages: { ...signUpMessages, ...passwordMessages },
        submitLabel: 'Continue',
        busyText: 'Creating your account',
        when: { condition: { path: '/Terms', eq: true }, reason: signUpMessages['signUp.terms'] },
        fields: [
          { name: 'Login', label: 'Username', help: '4 to 100 characters.', widget: 'text', autocomplete: 'username' },
          ...newPasswordFields({
            password: 'PatientPassword',
            repeated: 'PatientPassword2',
            words,
            names: ['Login'],
          }),
          {
            name: 'Terms',
            label: 'I accept the terms and the privacy notice',
            widget: 'checkbox',
            more: { label: 'Read the terms', do: { type: 'open', dialog: 'terms' } },
          },
        ],
      }),
    ]),
  ]
}

function doneBlocks({ actions }: SignUpScreen): BlockList {
  return [
    { kind: 'notice', id: 'created', tone: 'success', text: accountCreated },
    button('view-account', { text: 'View account', style: 'primary', do: goTo(paths.signIn()) }),
    button('another', {
      text: 'Sign up someone else',
      style: 'link',
      do: call(actions.back),
    }),
  ]
}
