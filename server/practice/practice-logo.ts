import { billingSettings } from './billing/billing.settings.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Emr } from '../gateways/emr/emr.ts'
import type { Db } from '../db/open.ts'
import type { Logo } from '../gateways/emr/logos/logos.ts'
import type { Context } from '../protocol/context.ts'
import { isSettledWithin } from '../protocol/settled-within.ts'
import type { Licensee } from '../licensees/licensee.ts'
import { readLogoPicture, type LogoPlace } from '../licensees/logo.store.ts'
import { lookSettings } from '../licensees/settings/look.settings.ts'
import { paths } from './paths.ts'

export interface LogoServices {
  db: Db
  emrOf: (licensee: Licensee) => Pick<Emr, 'logo'>
  log: { warn(details: object, message: string): void }
}

/** A bill is shown without its logo rather than late. */
const patienceMs = 1500
/** The same failure is cached by the gateway and comes back for each sheet. */
const logged = new WeakSet<object>()

/** A logo that was uploaded to the portal has a version; that of the record server has none. */
export interface PracticeLogo extends Logo {
  version?: number
}

/** Changes when a logo is saved or removed. */
export function logoTopic(licenseeId: string): string {
  return `licensee:${licenseeId}/logo`
}

type Reads = Pick<Context, 'licensee' | 'setting' | 'dependsOn'>

/**
 * Returns the logo that sheets show now: the uploaded one, else that of the record server. Undefined if the practice has
 * none or switched it off, or while the record server does not send one that can be drawn.
 */
export async function practiceLogo(context: Reads, services: LogoServices): Promise<PracticeLogo | undefined> {
  if (!context.setting(billingSettings.show_invoice_logo)) return undefined
  context.dependsOn(logoTopic(context.licensee.id))
  return (await uploadedLogo('print', context, services)) ?? recordLogo(context, services)
}

/** The same for screens and mails, where the setting `Theme_Logo` decides whether the record server's logo shows. */
export async function shownLogo(
  place: LogoPlace,
  context: Pick<Context, 'licensee' | 'setting'>,
  services: LogoServices,
): Promise<PracticeLogo | undefined> {
  const uploaded = await uploadedLogo(place, context, services)
  return uploaded ?? (context.setting(lookSettings.Theme_Logo) ? recordLogo(context, services) : undefined)
}

/** The largest size in a mail, in px; that of the record server is made for paper. */
const mailSize = { width: 220, height: 48 }

/** Returns the logo at the head of mails. */
export async function mailLogo(
  context: Pick<Context, 'licensee' | 'setting'>,
  services: LogoServices,
): Promise<Logo | undefined> {
  const logo = await shownLogo('mail', context, services)
  if (!logo) return undefined
  const { content, width, height } = logo
  const scale = Math.min(1, mailSize.width / width, mailSize.height / height)
  return { content, width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function uploadedLogo(place: LogoPlace, { licensee }: Pick<Context, 'licensee'>, { db }: Pick<LogoServices, 'db'>) {
  return readLogoPicture(db, { licenseeId: licensee.id, place })
}

/** Returns the logo of the record server, if it sends one in time that can be drawn. */
export async function recordLogo(
  { licensee: practice }: Pick<Context, 'licensee'>,
  { emrOf, log }: Pick<LogoServices, 'emrOf' | 'log'>,
): Promise<Logo | undefined> {
  const { id: licensee } = practice
  const logo = emrOf(practice)
    .logo()
    .catch((error: unknown) => {
      if (!(error instanceof Error) || logged.has(error)) return undefined
      logged.add(error)
      log.warn({ licensee, why: error.message }, 'the logo of the practice is not shown')
      return undefined
    })
  return (await isSettledWithin(patienceMs, logo)) ? logo : undefined
}

/** The first part of a sheet, if there is a logo. It has no words of its own: the name of the practice follows it. */
export function logoParts(logo: PracticeLogo | undefined): LogoPart[] {
  return logo ? [{ type: 'image', src: addressOf(logo), alt: '', width: logo.width, height: logo.height }] : []
}
type LogoPart = Extract<BlockOf<'sheet'>['parts'][number], { type: 'image' }>

/** The pictures of a sheet as a file, by address. */
export function logoPictures(logo: PracticeLogo | undefined): ReadonlyMap<string, Buffer> {
  return new Map(logo ? [[addressOf(logo), logo.content]] : [])
}

/** Its version makes the address a new one, so that no browser shows a picture that it has kept of an earlier logo. */
function addressOf({ version }: PracticeLogo): string {
  return paths.logo({ v: version })
}
