import type { Emr, Facility, Insurance, VisitMode } from '../../gateways/emr/emr.ts'
import type { Context } from '../../protocol/context.ts'
import { dayOf } from '../../protocol/time-words.ts'
import type { ChoicesQuery, ModeOffer, Offer, Way } from './booking.choices.ts'
import { byLocationOffered, insuranceAsked, offeredTypes, ownTypesAsked, telehealthOffered } from './booking.rules.ts'
import { latestDay } from './booking.strip.rules.ts'

/** Everything that can be chosen here; from reference data that the gateway remembers. */
export async function loadOffer(context: Context, { emr, query }: { emr: Emr; query: ChoicesQuery }): Promise<Offer> {
  const wanted: VisitMode[] = context.show('type-telederm', telehealthOffered) ? ['inoffice', 'telederm'] : ['inoffice']
  const asked = context.show('visit', ownTypesAsked)
  const ways: Way[] = context.show('by-location', byLocationOffered)
    ? ['location', 'date', 'provider']
    : ['date', 'provider']
  const insurances = context.show('insurance', insuranceAsked) ? await emr.insurances() : []
  const insured = insuredBy(query.insurance, insurances)
  const [regions, facilities, ...modes] = await Promise.all([
    emr.regions(),
    emr.facilities(insured),
    ...wanted.map((mode) => loadMode(emr, { mode, asked, insured })),
  ])
  const zone = facilities.find(({ id }) => id === query.facility)?.timeZone ?? context.licensee.timeZone
  const today = dayOf(context.now(), zone)
  const offered = modes
    .map(({ mode, ...parts }) => [mode, modeOfferOf(parts, facilities)] as const)
    .filter(([, { types }]) => types.length > 0)
  return { modes: Object.fromEntries(offered), ways, insurances, regions, today, latest: latestDay(today) }
}

type Insured = { insuranceId: string } | undefined

/** Nothing but an insurance that the practice lists is asked about. */
function insuredBy(id: string | undefined, insurances: readonly Insurance[]): Insured {
  return id !== undefined && insurances.some((each) => each.id === id) ? { insuranceId: id } : undefined
}

async function loadMode(emr: Emr, { mode, asked, insured }: { mode: VisitMode; asked: boolean; insured: Insured }) {
  const [types, providers] = await Promise.all([emr.appointmentTypes(mode), emr.providers(mode, insured)])
  return { mode, types: offeredTypes(types, asked), providers }
}

/** Only locations where somebody sees patients in that way; those that accept the insurance first (specification 1 §7). */
function modeOfferOf({ types, providers }: Omit<ModeOffer, 'facilities'>, facilities: readonly Facility[]): ModeOffer {
  const places = new Set(providers.flatMap(({ facilityIds }) => facilityIds))
  const here = facilities.filter(({ id }) => places.has(id))
  const accepting = here.filter(({ acceptsInsurance }) => acceptsInsurance)
  return { types, providers, facilities: [...accepting, ...here.filter((place) => !accepting.includes(place))] }
}
