import type { Dialog } from '../../../schemas/dialog.ts'
import type { Entry, Shell } from '../../../schemas/shell.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import type { Context } from '../../protocol/context.ts'
import type { ShellMaker } from '../../protocol/definitions.ts'
import { phone } from '../../protocol/block-builders.ts'
import type { Principal, SignedIn } from '../../protocol/principal.ts'
import { privacyWords } from './home.privacy.ts'
import { portalParts } from './home.parts.ts'
import { routes } from '../../practice/routes.ts'

export interface ShellOptions {
  /** Entries lead only where this portal has a screen. */
  reachable: (route: string) => boolean
}

/** Header, navigation, account menu and footer (specification 1 §2). */
export function portalShell({ reachable }: ShellOptions): ShellMaker {
  return (context) => {
    const { principal } = context
    const practice = practiceName(context)
    return {
      locale: 'en-US',
      brand: { name: practice, to: brandLeadsTo(principal), centred: context.setting('EnableCenterLogo') },
      navigation: { label: 'Main', menuLabel: 'Menu', from: 600, ...navigation(context, reachable) },
      ...(principal && principal.kind !== 'guest'
        ? { account: accountMenu(principal, reachable), idle: idleFor(principal) }
        : {}),
      footer: { text: `© ${practice}`, entries: footerEntries(context) },
      skipLabel: 'Skip to content',
      theme: {
        primary: context.setting('Theme_Primary_Colour'),
        accent: context.setting('Theme_Accent_Colour'),
        radius: context.setting('Theme_Radius'),
        density: densityOf(context),
      },
      dialogs: { privacy: privacyDialog(context, practice) },
    }
  }
}

function brandLeadsTo(principal: Principal | undefined): string {
  if (!principal) return '/'
  return principal.kind === 'admin' ? routes.adminDashboard : routes.dashboard
}

function navigation(
  context: Context,
  reachable: (route: string) => boolean,
): { entries: Entry[]; narrowEntries: Entry[] } {
  const entries = context.principal ? entriesFor(context, reachable) : []
  return { entries, narrowEntries: entries }
}

function entriesFor(context: Context, reachable: (route: string) => boolean): Entry[] {
  if (context.principal?.kind === 'admin')
    return [{ id: 'admin-home', label: 'Dashboard', icon: 'home', do: { type: 'navigate', to: routes.adminDashboard } }]
  const shown = portalParts.filter(({ id, to, offered }) => reachable(to) && context.show(`navigation.${id}`, offered))
  return [
    { id: 'dashboard', label: 'Dashboard', icon: 'home', do: { type: 'navigate', to: routes.dashboard } },
    ...shown.map(({ id, label, icon, to }): Entry => ({ id, label, icon, do: { type: 'navigate', to } })),
  ]
}

/**
 * Specification 1 §2, account menu; Account Access and the log are not for guardians (specification 2 §6), an admin has
 * only Logout (§2.15).
 */
function accountMenu(principal: SignedIn, reachable: (route: string) => boolean): NonNullable<Shell['account']> {
  const isPatient = principal.kind === 'patient'
  const links = [
    { id: 'profile', label: 'Profile', icon: 'person' as const, to: routes.profile },
    { id: 'settings', label: 'Settings', icon: 'settings' as const, to: routes.settings },
    ...(isPatient ? [{ id: 'access', label: 'Account Access', icon: 'people' as const, to: routes.guardians }] : []),
    { id: 'payment', label: 'Payment', icon: 'card' as const, to: routes.payment },
    ...(isPatient ? [{ id: 'activity', label: 'ActivityLog', icon: 'list' as const, to: routes.activityLog }] : []),
  ]
  const own = principal.kind === 'admin' ? [] : links.filter(({ to }) => reachable(to))
  return {
    label: 'Account',
    name: `${principal.firstName} ${principal.lastName}`,
    entries: [
      ...own.map(({ to, ...entry }): Entry => ({ ...entry, do: { type: 'navigate', to } })),
      ...('several' in principal && principal.several ? [switchPatient] : []),
      { id: 'logout', label: 'Logout', icon: 'signout', do: { type: 'call', action: 'account.signOut' } },
    ],
  }
}

const switchPatient: Entry = {
  id: 'switch',
  label: 'Switch patient',
  icon: 'people',
  do: { type: 'call', action: 'account.switch' },
}

function footerEntries(context: Context): Entry[] {
  const { text, href } = phone(context.setting('Practice_Phone'))
  const call: Entry[] = href ? [{ id: 'call', label: `Call ${text}`, icon: 'phone', do: { type: 'leave', href } }] : []
  return [...call, { id: 'privacy', label: 'Privacy and Cookies', do: { type: 'open', dialog: 'privacy' } }]
}

function privacyDialog(context: Context, practice: string): Dialog {
  return {
    id: 'privacy',
    title: 'Privacy and Cookies',
    closeLabel: 'Close',
    blocks: privacyWords({ practice, phone: context.setting('Practice_Phone') }),
    actions: [{ kind: 'action', id: 'privacy-close', text: 'Close', style: 'primary', do: { type: 'close' } }],
  }
}

function densityOf(context: Context): 'comfortable' | 'compact' {
  return context.setting('Theme_Density') === 'compact' ? 'compact' : 'comfortable'
}

const signOut = { type: 'call', action: 'account.signOut' } as const

/** Ten minutes, with a question one minute before, and twenty seconds more (specification 1 §4, §9; security.md). */
function idleFor({ kind }: Principal): NonNullable<Shell['idle']> {
  const to = kind === 'admin' ? routes.adminSignIn : routes.signIn
  const leave = { type: 'call', action: 'account.signOut', input: { to } } as const
  return {
    warnAfterMs: 540_000,
    endAfterMs: 600_000,
    leaveAfterMs: 620_000,
    stay: { type: 'call', action: 'account.stay' },
    leave,
    warning: {
      id: 'idle-warning',
      title: 'Are you still there?',
      blocks: [
        {
          kind: 'text',
          id: 'idle-warning-text',
          text: 'For your privacy you will be signed out in one minute. What you typed is kept if you stay.',
        },
      ],
      actions: [
        {
          kind: 'action',
          id: 'idle-stay',
          text: 'Stay signed in',
          style: 'primary',
          do: { type: 'call', action: 'account.stay' },
        },
        { kind: 'action', id: 'idle-leave', text: 'Sign out', do: signOut },
      ],
    },
    ended: {
      id: 'idle-ended',
      title: 'Session Timeout',
      blocks: [{ kind: 'text', id: 'idle-ended-text', text: 'Your session has been expired. Please re-login.' }],
      actions: [{ kind: 'action', id: 'idle-ok', text: 'OK', style: 'primary', do: leave }],
    },
  }
}
