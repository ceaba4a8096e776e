import { lookSettings } from '../licensees/settings/look.settings.ts'
import { practiceSettings } from '../licensees/settings/practice.settings.ts'
import type { Count } from '../../schemas/base.ts'
import type { Dialog } from '../../schemas/dialog.ts'
import type { Entry, Shell } from '../../schemas/shell.ts'
import type { LogoState } from '../licensees/logo.store.ts'
import { markOf, practiceName } from '../licensees/practice-name.ts'
import { call, phone } from '../protocol/block-builders.ts'
import type { Context } from '../protocol/context.ts'
import type { MenuEntry, ShellMaker } from '../protocol/definitions.ts'
import { Failure } from '../protocol/failure.ts'
import type { PortalIndex } from '../protocol/portal-index.ts'
import type { ActingPrincipal, Principal, PrincipalKind } from '../protocol/principal.ts'
import { isSettledWithin } from '../protocol/settled-within.ts'
import { colorOf } from './patient-colors.ts'
import { privacyWords } from './privacy.ts'
import { paths } from './paths.ts'
import { logoTopic } from './practice-logo.ts'
import { sessionActions } from './session-actions.ts'
import { themeOf } from './theme.ts'

/**
 * Builds header, navigation, account menu and footer (specification 1 §2) from the menu entries of the features.
 * `translate` converts the error of a gateway to an expected failure, `logoStateOf` reads whether a logo was uploaded.
 */
export function portalShell(
  index: Pick<PortalIndex, 'menu'>,
  { translate, logoStateOf }: { translate: (error: unknown) => unknown; logoStateOf: LogoStateOf },
): ShellMaker {
  return async (context) => {
    const { principal } = context
    const practice = practiceName(context)
    const entries = await countedEntries(context, { index, translate })
    return {
      locale: 'en-US',
      brand: {
        name: practice,
        mark: markOf(practice),
        ...(await logoMember(context, logoStateOf)),
        ...brandLeadsTo(principal),
        centred: context.setting(lookSettings.EnableCenterLogo),
      },
      ...(isActing(principal) ? { subject: subjectOf(principal) } : {}),
      ...(isActing(principal) && principal.kind !== 'patient'
        ? { acting: actingFor(principal, entriesOf(context, index, 'acting')) }
        : {}),
      navigation: { label: 'Main', menuLabel: 'Menu', from: 600, entries, narrowEntries: entries },
      ...(principal
        ? {
            account: {
              label: 'Account',
              name: nameOf(principal),
              entries: entriesOf(context, index, 'account'),
            },
            idle: idleFor(principal),
          }
        : {}),
      footer: { text: `© ${practice}`, entries: footerEntries(context) },
      skipLabel: 'Skip to content',
      theme: themeOf(context),
      dialogs: { privacy: privacyDialog(context, practice) },
    }
  }
}

type LogoStateOf = (licenseeId: string) => Promise<LogoState>

/** The uploaded logo, else that of the record server where the practice shows it. */
async function logoMember(context: Context, logoStateOf: LogoStateOf): Promise<Pick<Shell['brand'], 'logo'>> {
  context.dependsOn(logoTopic(context.licensee.id))
  const { version, isThere } = await logoStateOf(context.licensee.id)
  if (isThere) return { logo: paths.mark({ v: version }) }
  return context.setting(lookSettings.Theme_Logo) ? { logo: paths.mark() } : {}
}

function isActing(principal: Principal | undefined): principal is ActingPrincipal {
  return principal !== undefined && principal.kind !== 'guest' && 'patient' in principal
}

/** For whom a guardian acts, or whose record the staff views: on every screen, with the name always in words (look.md). */
function actingFor(
  { kind, patient, relation = 'guardian', color }: ActingPrincipal,
  entries: Entry[],
): NonNullable<Shell['acting']> {
  const { id, firstName, lastName } = patient
  const isView = kind === 'viewer'
  return {
    label: isView ? 'Viewing the account of' : 'Acting for',
    name: `${firstName} ${lastName}`,
    text: isView ? 'view only' : `you are their ${relation}`,
    initials: initialsOf(firstName, lastName),
    color: color ?? colorOf(id),
    entries,
  }
}

/** Whose record the screens show. */
function subjectOf({ patient: { firstName, lastName } }: Pick<ActingPrincipal, 'patient'>): string {
  return `Patient: ${firstName} ${lastName}`
}

/** Whole characters: a name may begin with one that takes two units of text. */
function initialsOf(...names: string[]): string {
  return names.map((name) => Array.from(name.trim())[0]?.toUpperCase() ?? '').join('')
}

/** A guest is somebody whose name is not known. */
function nameOf(principal: Principal): string {
  return principal.kind === 'guest' ? 'Guest' : `${principal.firstName} ${principal.lastName}`
}

/** Specification 1 §2: to a guest the logo is no link. */
function brandLeadsTo(principal: Principal | undefined): Pick<Shell['brand'], 'to'> {
  if (!principal) return { to: '/' }
  if (principal.kind === 'guest') return {}
  return { to: principal.kind === 'admin' ? paths.adminDashboard() : paths.dashboard() }
}

function entriesOf(context: Context, index: Pick<PortalIndex, 'menu'>, menu: MenuEntry['menu']): Entry[] {
  return index
    .menu()
    .filter((entry) => entry.menu === menu && entry.guard.admits(context.principal))
    .filter(({ id, offered }) => !offered || context.show(`navigation.${id}`, offered))
    .map(({ id, label, icon, do: act }) => ({ id, label, icon, do: act }))
}

/** The entries of the main menu, with what waits at each. */
async function countedEntries(
  context: Context,
  { index, translate }: { index: Pick<PortalIndex, 'menu'>; translate: (error: unknown) => unknown },
): Promise<Entry[]> {
  const counts = new Map(index.menu().map(({ id, count }) => [id, count]))
  return Promise.all(
    entriesOf(context, index, 'main').map(async (entry) => {
      const count = await inTime(counts.get(entry.id)?.(context), translate)
      return count ? { ...entry, count } : entry
    }),
  )
}

/** How long a menu waits for what it counts, in milliseconds. */
const patienceMs = 300

/** A menu without a count is better than none: undefined if a gateway fails, as its pages say, or takes too long. */
async function inTime(
  count: Promise<Count | undefined> | undefined,
  translate: (error: unknown) => unknown,
): Promise<Count | undefined> {
  if (!count || !(await isSettledWithin(patienceMs, count))) return undefined
  try {
    return await count
  } catch (error) {
    if (translate(error) instanceof Failure) return undefined
    throw error
  }
}

function footerEntries(context: Context): Entry[] {
  const { text, href } = phone(context.setting(practiceSettings.Practice_Phone))
  const call: Entry[] = href ? [{ id: 'call', label: `Call ${text}`, icon: 'phone', do: { type: 'leave', href } }] : []
  return [...call, { id: 'privacy', label: 'Privacy and Cookies', do: { type: 'open', dialog: 'privacy' } }]
}

function privacyDialog(context: Context, practice: string): Dialog {
  return {
    id: 'privacy',
    title: 'Privacy and Cookies',
    closeLabel: 'Close',
    blocks: privacyWords({ practice, phone: context.setting(practiceSettings.Practice_Phone) }),
    actions: [{ kind: 'action', id: 'privacy-close', text: 'Close', style: 'primary', do: { type: 'close' } }],
  }
}

const signInOf = {
  patient: paths.signIn(),
  guardian: paths.signIn(),
  admin: paths.adminSignIn(),
  viewer: paths.adminSignIn(),
  guest: paths.guestLogin(),
} as const satisfies Record<PrincipalKind, string>

/**
 * Signs out after ten idle minutes, a guest and somebody who views a record after fifteen: a warning one minute before, plus twenty seconds of tolerance
 * (specification 1 §4, §9; security.md).
 */
function idleFor({ kind }: Principal): NonNullable<Shell['idle']> {
  const { signOut, stay } = sessionActions
  const to = signInOf[kind]
  const endAfterMs = kind === 'guest' || kind === 'viewer' ? 900_000 : 600_000
  const leave = call(signOut, { to })
  return {
    warnAfterMs: endAfterMs - 60_000,
    endAfterMs,
    leaveAfterMs: endAfterMs + 20_000,
    stay: call(stay),
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
          do: call(stay),
        },
        { kind: 'action', id: 'idle-leave', text: 'Sign out', do: call(signOut) },
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
