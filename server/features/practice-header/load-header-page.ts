import { adminNames } from '../../identity/account.store.ts'
import { markOf, practiceName } from '../../licensees/practice-name.ts'
import { readLogoPicture, readLogoState, type LogoPlace } from '../../licensees/logo.store.ts'
import { lookSettings } from '../../licensees/settings/look.settings.ts'
import { billingSettings } from '../../practice/billing/billing.settings.ts'
import { logoTopic, recordLogo } from '../../practice/practice-logo.ts'
import { readSubjectAudit } from '../../protocol/audit-store.ts'
import type { Context } from '../../protocol/context.ts'
import { personTopic, signedIn } from '../../protocol/principal.ts'
import { momentText } from '../../protocol/time-words.ts'
import type { Services } from '../../services.ts'
import { readDraft, type DraftOwner, type LogoDraft } from './logo-drafts.store.ts'
import { practiceHeaderPaths } from './practice-header.paths.ts'
import { keptSince, shownSizes, shownWithin } from './practice-header.rules.ts'
import type { HeaderPage, LogoChangeText, Previews } from './practice-header.screens.ts'

export type HeaderServices = Pick<Services, 'db' | 'emrOf' | 'log' | 'receiveFile'>

/** The subject of its changes in the audit log. */
export const logoSubject = 'logo'
export const places: readonly LogoPlace[] = ['header', 'print', 'mail']
const mostEvents = 10

export function ownerOf(context: Context): DraftOwner {
  return { licenseeId: context.licensee.id, accountId: signedIn(context).accountId }
}

/** Changes with the upload of one administrator. */
export function draftTopic(context: Context): string {
  return personTopic(signedIn(context), 'logoDraft')
}

export function ownDraft(context: Context, { db }: Pick<HeaderServices, 'db'>): Promise<LogoDraft | undefined> {
  return readDraft(db, ownerOf(context), keptSince(context.now()))
}

/** What the page shows: the logo now, the upload of this administrator, and who changed the logo before. */
export async function loadHeaderPage(
  context: Context,
  services: HeaderServices,
  events: Readonly<Record<string, string>>,
): Promise<HeaderPage> {
  const { licensee } = context
  const { db } = services
  context.dependsOn(logoTopic(licensee.id))
  context.dependsOn(draftTopic(context))
  const [state, draft, names, rows] = await Promise.all([
    readLogoState(db, licensee.id),
    ownDraft(context, services),
    adminNames(db, { licenseeId: licensee.id }),
    readSubjectAudit(db, {
      licenseeId: licensee.id,
      subject: logoSubject,
      events: Object.keys(events),
      most: mostEvents,
    }),
  ])
  const change = (by: string, at: Date): LogoChangeText => ({
    who: names.get(by) ?? by,
    at: momentText(at, licensee.timeZone),
  })
  const changed = state.change && {
    ...change(state.change.by, state.change.at),
    isOwn: state.change.by === signedIn(context).login,
  }
  const practice = practiceName(context)
  return {
    practice,
    mark: markOf(practice),
    version: state.version,
    now: state.isThere ? await previewsNow(licensee.id, services) : undefined,
    changed,
    record: state.isThere ? undefined : await recordPreview(context, services),
    onPapers: context.setting(billingSettings.show_invoice_logo),
    draft: draft && {
      id: draft.id,
      warnings: draft.warnings,
      isOutdated: draft.seenVersion !== state.version,
      previews: previewsOf(draft),
    },
    history: rows.map(({ event, actor, at }) => ({ what: events[event] ?? '', ...change(actor, at) })),
  }
}

async function previewsNow(licenseeId: string, { db }: Pick<HeaderServices, 'db'>): Promise<Previews | undefined> {
  const [header, print, mail] = await Promise.all(places.map((place) => readLogoPicture(db, { licenseeId, place })))
  if (!header || !print || !mail) return undefined // removed meanwhile
  const preview = (place: LogoPlace, { width, height, version }: typeof header) => ({
    src: practiceHeaderPaths.picture({ of: 'now', place, v: version }),
    width,
    height,
  })
  return { header: preview('header', header), print: preview('print', print), mail: preview('mail', mail) }
}

function previewsOf({ id, pictures }: LogoDraft): Previews {
  const preview = (place: LogoPlace) => ({
    src: practiceHeaderPaths.picture({ of: id, place }),
    width: pictures[place].width,
    height: pictures[place].height,
  })
  return { header: preview('header'), print: preview('print'), mail: preview('mail') }
}

/** The logo of the record server, where it is shown while none is uploaded. */
async function recordPreview(context: Context, services: HeaderServices): Promise<HeaderPage['record']> {
  const isShown = context.setting(lookSettings.Theme_Logo)
  const logo = await recordLogo(context, services)
  if (!logo) return undefined
  const preview = (place: LogoPlace) => ({
    src: practiceHeaderPaths.picture({ of: 'now', place }),
    ...(place === 'print' ? { width: logo.width, height: logo.height } : shownWithin(logo, shownSizes[place])),
  })
  return { isShown, previews: { header: preview('header'), print: preview('print'), mail: preview('mail') } }
}
