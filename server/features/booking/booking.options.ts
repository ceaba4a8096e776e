import { placePicture, portraitOf } from '../../practice/portrait.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { Facility, Provider, VisitMode } from '../../gateways/emr/reference/reference.ts'
import type { FacilityOnDay } from '../../gateways/emr/slots/slots.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { dayOf, longDayText } from '../../protocol/time-words.ts'
import { addressAfter, addressOf } from './booking.addresses.ts'
import { anyProvider, noInsurance, type Offer, type Question } from './booking.choices.ts'
import { fullName, modeLabel, noInsuranceText, wayLabels, type ChoicesShown } from './booking.facts.ts'
import { facilitiesIn, modeOffer, resolveChoices, showsAllLocations } from './booking.rules.ts'

type Groups = BlockOf<'choice'>['groups']
type Option = Groups[number]['options'][number]

const modeWords: Record<VisitMode, Pick<Option, 'text' | 'icon'>> = {
  inoffice: { text: 'You will come to one of our locations.', icon: 'building' },
  telederm: { text: 'You will see your provider by video.', icon: 'video' },
}
const wayWords = {
  location: { text: 'Choose where you want to be seen.', icon: 'location' },
  date: { text: 'Choose the day that works for you.', icon: 'calendar' },
  provider: { text: 'Choose who you want to see.', icon: 'person' },
} as const

/** The place of the last appointment in an office. */
export type LastPlace = Pick<Appointment, 'facilityId' | 'startsAt' | 'timeZone'>

interface Shown {
  shown: ChoicesShown
  /** The locations with their free times, after a day was chosen. */
  onDay?: readonly FacilityOnDay[]
  last?: LastPlace
}

interface OptionsRequest extends Shown {
  question: Question
}

/** Returns the answers to a question, as groups of a list; groups without options are omitted. */
export function optionGroups(question: Question, shown: Shown): Groups {
  return groupsOf({ question, ...shown }).filter(({ options }) => options.length > 0)
}

function groupsOf(request: OptionsRequest): Groups {
  const { question, shown, onDay } = request
  if (question === 'facility')
    return onDay ? groupsOnDay(shown, { onDay, leading: leadingOf(request) }) : placeGroups(request)
  if (question === 'type') return [...againGroup(request), { id: 'all', options: optionsOf.type(request) }]
  if (question === 'by' && listsPlaces(shown)) return waysWithPlaces(request)
  return [{ id: 'all', options: optionsOf[question](request) }]
}

/** Leads to the times of the place of the last appointment, if no other question is left. */
function againGroup({ shown: { offer }, last }: OptionsRequest): Groups {
  const place = last && offer.modes.inoffice?.facilities.find(({ id }) => id === last.facilityId)
  if (!last || !place) return []
  const resolved = resolveChoices(
    { type: 'inoffice', by: 'location', region: place.regionId, facility: place.id },
    offer,
  )
  if (resolved.ask !== undefined) return []
  const { title, ...words } = facilityWords(place)
  const option = { id: 'again', title: `Book again at ${title}`, ...words, lines: [lastWords(last)] }
  return [{ id: 'last', options: [{ ...option, do: goTo(addressOf(resolved)) }] }]
}

/** Returns whether the question how to book lists the locations themselves, which saves a step. */
function listsPlaces({ resolved: { choices }, offer }: ChoicesShown): boolean {
  const isListed = offer.ways.includes('location') && offer.ways.length > 1 && showsAllLocations(choices, offer)
  return isListed && modeOffer(choices, offer).facilities.length > 1
}

/** A location answers two questions at once: by office location, and which one. */
function waysWithPlaces(request: OptionsRequest): Groups {
  const { resolved } = request.shown
  const choices = { ...resolved.choices, by: 'location' }
  const places = placeGroups({
    ...request,
    question: 'facility',
    shown: { ...request.shown, resolved: { ...resolved, choices } },
  })
  const ways = optionsOf.by(request).filter(({ id }) => id !== 'by-location')
  return [
    { id: 'places', title: wayLabels.location, options: places.flatMap(({ options }) => options) },
    { id: 'ways', title: 'Other ways to book', options: ways },
  ]
}

/**
 * The place of the last appointment first; then, without a chosen region, the others by region. Where some do not
 * accept the insurance, those that do come first (specification 1 §7).
 */
function placeGroups(request: OptionsRequest): Groups {
  const { shown, last } = request
  const { choices } = shown.resolved
  const leading = leadingOf(request)
  const places = facilitiesIn(choices.region, chosenMode(request))
  const optionOf = (place: Facility) => ({ ...leading(place.id), ...facilityWords(place), ...networkMark(place) })
  const lastPlace = places.find(({ id, acceptsInsurance }) => id === last?.facilityId && acceptsInsurance)
  const others = places.filter((place) => place !== lastPlace)
  const isByRegion = choices.region === undefined && others.every(({ acceptsInsurance }) => acceptsInsurance)
  return [
    ...(last && lastPlace ? [{ id: 'last', options: [{ ...optionOf(lastPlace), lines: [lastWords(last)] }] }] : []),
    ...(isByRegion ? byRegion(others, shown.offer) : [{ id: 'all', places: others }]).map(
      ({ places: here, ...group }) => ({ ...group, options: here.map(optionOf) }),
    ),
  ]
}

/** Groups the places by region, with titles if there are several; those without a known region come last. */
function byRegion(places: readonly Facility[], offer: Offer): { id: string; title?: string; places: Facility[] }[] {
  const regions = offer.regions.filter(({ id }) => places.some(({ regionId }) => regionId === id))
  const known = new Set(regions.map(({ id }) => id))
  return [
    ...regions.map(({ id, name }) => ({
      id: `in-${id}`,
      ...(regions.length > 1 ? { title: name } : {}),
      places: places.filter(({ regionId }) => regionId === id),
    })),
    { id: 'in-none', places: places.filter(({ regionId }) => !known.has(regionId)) },
  ]
}

function lastWords({ startsAt, timeZone }: LastPlace): string {
  return `Last time: ${longDayText(dayOf(startsAt, timeZone))}`
}

/** Returns the link of an answer to the next question; later choices are dropped. */
function leadingOf({
  question,
  shown: { offer, resolved },
}: OptionsRequest): (answer: string) => Pick<Option, 'id' | 'do'> {
  return (answer) => ({
    id: `${question}-${answer}`,
    do: goTo(addressAfter(question, answer, { choices: resolved.choices, offer })),
  })
}

const optionsOf: Record<Question, (request: OptionsRequest) => Option[]> = {
  type: (request) => {
    const modes = Object.keys(request.shown.offer.modes) as VisitMode[] // the keys of a record by mode
    const leading = leadingOf(request)
    return modes.map((each) => ({
      ...leading(each),
      title: modeLabel(each, request.shown.telehealthName),
      ...modeWords[each],
    }))
  },
  visit: (request) => {
    const leading = leadingOf(request)
    return chosenMode(request).types.map(({ id, name, minutes }) => ({
      ...leading(id),
      title: name,
      text: `${minutes} minutes`,
      icon: 'clipboard',
    }))
  },
  insurance: (request) => {
    const leading = leadingOf(request)
    const listed = (request.shown.offer.insurances ?? []).map(({ id, name }) => ({ ...leading(id), title: name }))
    return [...listed, { ...leading(noInsurance), title: noInsuranceText }]
  },
  by: (request) => {
    const leading = leadingOf(request)
    return request.shown.offer.ways.map((way) => ({ ...leading(way), title: wayLabels[way], ...wayWords[way] }))
  },
  region: regionOptions,
  facility: () => [], // shown in groups of their own
  provider: providerOptions,
  date: () => [], // shown as a strip of days, not as a list
}

function chosenMode({ shown: { offer, resolved } }: OptionsRequest) {
  return modeOffer(resolved.choices, offer)
}

function regionOptions(request: OptionsRequest): Option[] {
  const leading = leadingOf(request)
  const mode = chosenMode(request)
  return request.shown.offer.regions
    .map((region) => ({ region, places: facilitiesIn(region.id, mode) }))
    .filter(({ places }) => places.length > 0)
    .map(({ region, places }) => ({
      ...leading(region.id),
      title: region.name,
      text: region.state,
      lines: places.map(({ name, city }) => `${name}, ${city}`),
      icon: 'location',
    }))
}

const anyWords = {
  title: 'Any provider',
  text: 'See times for everyone who offers video visits.',
  icon: 'people',
} as const

function providerOptions(request: OptionsRequest): Option[] {
  const leading = leadingOf(request)
  const { providers } = chosenMode(request)
  const anybody = request.shown.resolved.choices.type === 'telederm' && providers.length > 1
  const each = providers.map((provider): Option => ({ ...leading(provider.id), ...providerWords(provider) }))
  return anybody ? [{ ...leading(anyProvider), ...anyWords }, ...each] : each
}

/** Groups the locations by region, with the number of their free times on the chosen day. */
function groupsOnDay(
  { offer, resolved }: ChoicesShown,
  { onDay, leading }: { onDay: readonly FacilityOnDay[]; leading: (id: string) => Pick<Option, 'id' | 'do'> },
): Groups {
  const here = modeOffer(resolved.choices, offer).facilities
  const freeAt = new Map(onDay.map(({ id, freeTimes }) => [id, freeTimes]))
  return offer.regions.map((region) => ({
    id: `in-${region.id}`,
    ...(offer.regions.length > 1 ? { title: region.name } : {}),
    options: here
      .filter(({ regionId }) => regionId === region.id)
      .map((facility) => ({
        ...leading(facility.id),
        ...facilityWords(facility),
        ...(facility.acceptsInsurance ? {} : { lines: [outOfNetwork] }),
        ...freeTimesMark(freeAt.get(facility.id) ?? 0),
      })),
  }))
}

function freeTimesMark(count: number): Pick<Option, 'mark' | 'disabled'> {
  if (count === 0)
    return {
      mark: { text: 'No free times', tone: 'neutral' },
      disabled: { reason: 'There are no free times here on this day.' },
    }
  return { mark: { text: count === 1 ? '1 free time' : `${count} free times`, tone: 'success' } }
}

function facilityWords(facility: Facility): Omit<Option, 'id' | 'do'> {
  const { name, address, city, state, zip } = facility
  const picture = placePicture(facility)
  return {
    title: name,
    text: `${address}, ${city}, ${state} ${zip}`,
    ...(picture ? { picture } : { icon: 'building' as const }),
  }
}

/** Mark for providers who do not accept the chosen insurance (specification 1 §3, Provider). */
export const outOfNetwork = 'Out-of-network'

function networkMark({ acceptsInsurance }: Pick<Facility, 'acceptsInsurance'>): Pick<Option, 'mark'> {
  return acceptsInsurance ? {} : { mark: { text: outOfNetwork, tone: 'warning' } }
}

function providerWords(provider: Provider): Omit<Option, 'id' | 'do'> {
  return {
    title: fullName(provider),
    ...(provider.jobTitle ? { text: provider.jobTitle } : {}),
    ...(provider.bio ? { lines: [provider.bio] } : {}),
    picture: portraitOf(provider),
    ...networkMark(provider),
  }
}
