import type { Emr, Facility, VisitMode } from '../../gateways/emr/emr.ts'
import type { Context } from '../../ui/context.ts'
import { dayOf } from '../../ui/time-words.ts'
import type { ChoicesQuery, ModeOffer, Offer, Way } from './booking.choices.ts'
import { byLocationOffered, offeredTypes, ownTypesAsked, telehealthOffered } from './booking.rules.ts'
import { latestDay } from './booking.strip.rules.ts'

/** Everything that can be chosen here; from reference data that the gateway remembers. */
export async function loadOffer(context: Context, { emr, query }: { emr: Emr; query: ChoicesQuery }): Promise<Offer> {
  const wanted: VisitMode[] = context.show('type-telederm', telehealthOffered) ? ['inoffice', 'telederm'] : ['inoffice']
  const asked = context.show('visit', ownTypesAsked)
  const ways: Way[] = context.show('by-location', byLocationOffered)
    ? ['location', 'date', 'provider']
    : ['date', 'provider']
  const [regions, facilities, ...modes] = await Promise.all([
    emr.regions(),
    emr.facilities(),
    ...wanted.map((mode) => loadMode(emr, { mode, asked })),
  ])
  const zone = facilities.find(({ id }) => id === query.facility)?.timeZone ?? context.licensee.timeZone
  const today = dayOf(context.now(), zone)
  const offered = modes
    .map(({ mode, ...parts }) => [mode, modeOfferOf(parts, facilities)] as const)
    .filter(([, { types }]) => types.length > 0)
  return { modes: Object.fromEntries(offered), ways, regions, today, latest: latestDay(today) }
}

async function loadMode(emr: Emr, { mode, asked }: { mode: VisitMode; asked: boolean }) {
  const [types, providers] = await Promise.all([emr.appointmentTypes(mode), emr.providers(mode)])
  return { mode, types: offeredTypes(types, asked), providers }
}

/** Only locations where somebody sees patients in that way. */
function modeOfferOf({ types, providers }: Omit<ModeOffer, 'facilities'>, facilities: readonly Facility[]): ModeOffer {
  const places = new Set(providers.flatMap(({ facilityIds }) => facilityIds))
  return { types, providers, facilities: facilities.filter(({ id }) => places.has(id)) }
}
