import type { Picture } from '../../../schemas/base.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Facility, FacilityOnDay, Provider, VisitMode } from '../../gateways/emr/emr.ts'
import { goTo } from '../../protocol/block-builders.ts'
import { addressAfter } from './booking.addresses.ts'
import { anyProvider, noInsurance, type Question } from './booking.choices.ts'
import { fullName, modeLabel, noInsuranceText, wayLabels, type ChoicesShown } from './booking.facts.ts'
import { facilitiesIn, modeOffer } from './booking.rules.ts'
import { photoAddress } from './photos.ts'

type Groups = BlockOf<'choice'>['groups']
type Option = Groups[number]['options'][number]

const modeWords: Record<VisitMode, Pick<Option, 'text' | 'icon'>> = {
  inoffice: { text: 'You come to one of our locations.', icon: 'building' },
  telederm: { text: 'You see your provider by video.', icon: 'video' },
}
const wayWords = {
  location: { text: 'Choose where you want to be seen.', icon: 'location' },
  date: { text: 'Choose the day that suits you.', icon: 'calendar' },
  provider: { text: 'Choose whom you want to see.', icon: 'person' },
} as const

/** The answers to a question that is a list; a group without options is left out. */
export function optionGroups(
  question: Question,
  { shown, onDay }: { shown: ChoicesShown; onDay?: readonly FacilityOnDay[] },
): Groups {
  return groupsOf(question, { shown, onDay }).filter(({ options }) => options.length > 0)
}

interface Asked {
  question: Question
  shown: ChoicesShown
  onDay?: readonly FacilityOnDay[]
}

function groupsOf(question: Question, { shown, onDay }: Omit<Asked, 'question'>): Groups {
  const asked = { question, shown, onDay }
  if (question === 'facility' && onDay) return groupsOnDay(shown, { onDay, leading: leadingOf(asked) })
  return [{ id: 'all', options: optionsOf[question](asked) }]
}

/** Where an answer leads: to the next question, with everything below it left out. */
function leadingOf({ question, shown: { offer, resolved } }: Asked): (answer: string) => Pick<Option, 'id' | 'do'> {
  return (answer) => ({
    id: `${question}-${answer}`,
    do: goTo(addressAfter(question, answer, { choices: resolved.choices, offer })),
  })
}

const optionsOf: Record<Question, (asked: Asked) => Option[]> = {
  type: (asked) => {
    const modes = Object.keys(asked.shown.offer.modes) as VisitMode[] // the keys of a record by mode
    const leading = leadingOf(asked)
    return modes.map((each) => ({
      ...leading(each),
      title: modeLabel(each, asked.shown.telehealthName),
      ...modeWords[each],
    }))
  },
  visit: (asked) => {
    const leading = leadingOf(asked)
    return chosenMode(asked).types.map(({ id, name, minutes }) => ({
      ...leading(id),
      title: name,
      text: `${minutes} minutes`,
      icon: 'clipboard',
    }))
  },
  insurance: (asked) => {
    const leading = leadingOf(asked)
    const listed = (asked.shown.offer.insurances ?? []).map(({ id, name }) => ({ ...leading(id), title: name }))
    return [...listed, { ...leading(noInsurance), title: noInsuranceText }]
  },
  by: (asked) => {
    const leading = leadingOf(asked)
    return asked.shown.offer.ways.map((way) => ({ ...leading(way), title: wayLabels[way], ...wayWords[way] }))
  },
  region: regionOptions,
  facility: (asked) => {
    const leading = leadingOf(asked)
    const here = facilitiesIn(asked.shown.resolved.choices.region, chosenMode(asked))
    return here.map((facility) => ({ ...leading(facility.id), ...facilityWords(facility), ...networkMark(facility) }))
  },
  provider: providerOptions,
  date: () => [], // a strip of days, not a list
}

function chosenMode({ shown: { offer, resolved } }: Asked) {
  return modeOffer(resolved.choices, offer)
}

function regionOptions(asked: Asked): Option[] {
  const leading = leadingOf(asked)
  const mode = chosenMode(asked)
  return asked.shown.offer.regions
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
  text: 'See the times of everybody who sees patients by video.',
  icon: 'people',
} as const

function providerOptions(asked: Asked): Option[] {
  const leading = leadingOf(asked)
  const { providers } = chosenMode(asked)
  const anybody = asked.shown.resolved.choices.type === 'telederm' && providers.length > 1
  const each = providers.map((provider): Option => ({ ...leading(provider.id), ...providerWords(provider) }))
  return anybody ? [{ ...leading(anyProvider), ...anyWords }, ...each] : each
}

/** The locations of each region, with the number of their free times on the chosen day. */
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

function facilityWords({ id, name, address, city, state, zip, photoPath }: Facility): Omit<Option, 'id' | 'do'> {
  const picture = photoPath && { initials: initialsOf(name), alt: '', src: photoAddress('locations', id) }
  return {
    title: name,
    text: `${address}, ${city}, ${state} ${zip}`,
    ...(picture ? { picture } : { icon: 'building' as const }),
  }
}

function initialsOf(name: string): string {
  const letters = name.split(' ').map((word) => word.slice(0, 1))
  return letters.slice(0, 2).join('').toUpperCase()
}

/** Who does not accept the chosen insurance (specification 1 §3, Provider). */
export const outOfNetwork = 'Out-of-network'

function networkMark({ acceptsInsurance }: Pick<Facility, 'acceptsInsurance'>): Pick<Option, 'mark'> {
  return acceptsInsurance ? {} : { mark: { text: outOfNetwork, tone: 'warning' } }
}

function providerWords(provider: Provider): Omit<Option, 'id' | 'do'> {
  return {
    title: fullName(provider),
    text: provider.jobTitle,
    ...(provider.bio ? { lines: [provider.bio] } : {}),
    picture: portrait(provider),
    ...networkMark(provider),
  }
}

/** The photo where the practice has one, else initials; the name stands beside it. */
export function portrait({ id, firstName, lastName, photoPath }: Provider): Picture {
  return {
    initials: `${firstName.slice(0, 1)}${lastName.slice(0, 1)}`.toUpperCase(),
    alt: '',
    ...(photoPath ? { src: photoAddress('providers', id) } : {}),
  }
}
