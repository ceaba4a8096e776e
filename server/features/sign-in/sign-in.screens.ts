import type { BlockList } from '../../../schemas/block.ts'
import type { FormField } from '../../protocol/form-fields.ts'
import { signInMessages } from '../../identity/sign-in.messages.ts'
import type { SignInName } from '../../identity/sign-in-name.ts'
import { form, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'

const username: FormField = {
  name: 'Username',
  label: 'Username',
  widget: 'text',
  autocomplete: 'username',
}
const password: FormField = {
  name: 'Password',
  label: 'Password',
  widget: 'password',
  autocomplete: 'current-password',
}

export interface SignInScreen {
  practice: string
  action: ActionDefinition
  next: string
  /** The user name to show in the form. */
  name: SignInName | undefined
  /** Links to existing screens. */
  links: { id: string; label: string; to: string }[]
  /** Other sign-in methods, below the form. */
  more: BlockList
}

/** Specification 1 §2, sign-in form. */
export function signInScreen({ practice, action, next, name, links, more }: SignInScreen): ScreenBody {
  return {
    title: 'Sign in',
    width: 'reading',
    blocks: [
      title('Sign in'),
      text('practice', `To your account at ${practice}.`, 'lead'),
      {
        kind: 'section',
        id: 'sign-in-card',
        card: true,
        blocks: [
          form({
            id: 'sign-in',
            action,
            messages: signInMessages,
            submitLabel: 'Sign in',
            busyText: 'Signing in',
            secondary: links,
            ...(next ? { input: { next } } : {}),
            ...(name ? { value: { Username: name.login, IsGuardian: name.kind === 'guardian' } } : {}),
            fields: [username, password, { name: 'IsGuardian', label: 'I am a Guardian', widget: 'checkbox' }],
          }),
          ...more,
        ],
      },
    ],
  }
}

/** Specification 2 §2.15. */
export function adminSignInScreen({ practice, action, next, name, links, more }: SignInScreen): ScreenBody {
  return {
    title: 'Administrator Login',
    width: 'reading',
    chrome: 'plain',
    blocks: [
      title(`${practice} Administrator Login`),
      {
        kind: 'section',
        id: 'sign-in-card',
        card: true,
        title: 'Sign in as Admin',
        blocks: [
          form({
            id: 'admin-sign-in',
            action,
            messages: signInMessages,
            submitLabel: 'Sign In',
            busyText: 'Signing in',
            secondary: links,
            ...(next ? { input: { next } } : {}),
            ...(name ? { value: { Username: name.login } } : {}),
            fields: [{ ...username, label: 'User name' }, password],
          }),
          ...more,
        ],
      },
    ],
  }
}
