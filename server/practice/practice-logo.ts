import { billingSettings } from './billing/billing.settings.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Emr } from '../gateways/emr/emr.ts'
import type { Logo } from '../gateways/emr/logos/logos.ts'
import type { Context } from '../protocol/context.ts'
import { isSettledWithin } from '../protocol/settled-within.ts'
import type { Licensee } from '../licensees/licensee.ts'
import { paths } from './paths.ts'

export interface LogoServices {
  emrOf: (licensee: Licensee) => Pick<Emr, 'logo'>
  log: { warn(details: object, message: string): void }
}

/** A bill is shown without its logo rather than late. */
const patienceMs = 1500
/** The same failure is cached by the gateway and comes back for each sheet. */
const logged = new WeakSet<object>()

/**
 * Returns the logo that sheets show now: undefined if the practice has none or switched it off, or while the record
 * server does not send one that can be drawn.
 */
export async function practiceLogo(
  context: Pick<Context, 'licensee' | 'setting'>,
  services: LogoServices,
): Promise<Logo | undefined> {
  return context.setting(billingSettings.show_invoice_logo) ? logoOf(context, services) : undefined
}

/** The same, wherever the practice wants to show it. */
export async function logoOf(
  { licensee: practice }: Pick<Context, 'licensee'>,
  { emrOf, log }: LogoServices,
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
export function logoParts(logo: Logo | undefined): LogoPart[] {
  return logo ? [{ type: 'image', src: paths.logo(), alt: '', width: logo.width, height: logo.height }] : []
}
type LogoPart = Extract<BlockOf<'sheet'>['parts'][number], { type: 'image' }>

/** The pictures of a sheet as a file, by address. */
export function logoPictures(logo: Logo | undefined): ReadonlyMap<string, Buffer> {
  return new Map(logo ? [[paths.logo(), logo.content]] : [])
}
