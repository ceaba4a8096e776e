import type { Emr } from '../../gateways/emr/emr.ts'
import type { Facility, Insurance, VisitMode } from '../../gateways/emr/reference/reference.ts'
import type { Context } from '../../protocol/context.ts'
import { dayOf } from '../../protocol/time-words.ts'
import type { ChoicesQuery, ModeOffer, Offer, Way } from './booking.choices.ts'
import {
  byLocationOffered,
  asksForInsurance,
  offeredTypes,
  asksForOwnTypes,
  telehealthOffered,
} from './booking.rules.ts'
import { latestDay } from './booking.strip.rules.ts'

/** Loads everything that can be chosen, from reference data that the gateway caches. */
export async function loadOffer(context: Context, { emr, query }: { emr: Emr; query: ChoicesQuery }): Promise<Offer> {
  const visitModes: VisitMode[] = context.show('type-telederm', telehealthOffered)
    ? ['inoffice', 'telederm']
    : ['inoffice']
  const ownTypes = context.show('visit', asksForOwnTypes)
  const ways: Way[] = context.show('by-location', byLocationOffered)
    ? ['location', 'date', 'provider']
    : ['date', 'provider']
  const insurances = context.show('insurance', asksForInsurance) ? await emr.insurances() : []
  const insured = insuredBy(query.insurance, insurances)
  const [regions, facilities, ...modes] = await Promise.all([
    emr.regions(),
    emr.facilities(insured),
    ...visitModes.map((mode) => loadMode(emr, { mode, ownTypes, insured })),
  ])
  const zone = facilities.find(({ id }) => id === query.facility)?.timeZone ?? context.licensee.timeZone
  const today = dayOf(context.now(), zone)
  const offered = modes
    .map(({ mode, ...parts }) => [mode, modeOfferOf(parts, facilities)] as const)
    .filter(([, { types }]) => types.length > 0)
  return { modes: Object.fromEntries(offered), ways, insurances, regions, today, latest: latestDay(today) }
}

type Insured = { insuranceId: string } | undefined

/** Returns the filter for an insurance, only if the practice lists it. */
function insuredBy(id: string | undefined, insurances: readonly Insurance[]): Insured {
  return id !== undefined && insurances.some((each) => each.id === id) ? { insuranceId: id } : undefined
}

async function loadMode(
  emr: Emr,
  { mode, ownTypes, insured }: { mode: VisitMode; ownTypes: boolean; insured: Insured },
) {
  const [types, providers] = await Promise.all([emr.appointmentTypes(mode), emr.providers(mode, insured)])
  return { mode, types: offeredTypes(types, { mode, ownTypes }), providers }
}

/**
 * Keeps the locations where a provider offers this visit mode; those that accept the insurance come first
 * (specification 1 §7).
 */
function modeOfferOf({ types, providers }: Omit<ModeOffer, 'facilities'>, facilities: readonly Facility[]): ModeOffer {
  const places = new Set(providers.flatMap(({ facilityIds }) => facilityIds))
  const here = facilities.filter(({ id }) => places.has(id))
  const accepting = here.filter(({ acceptsInsurance }) => acceptsInsurance)
  return { types, providers, facilities: [...accepting, ...here.filter((place) => !accepting.includes(place))] }
}
