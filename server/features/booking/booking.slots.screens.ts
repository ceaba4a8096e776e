import type { BlockList } from '../../../schemas/block.ts'
import type { Appointment } from '../../gateways/emr/emr.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { button, goTo, text, title } from '../../protocol/block-builders.ts'
import { momentText } from '../../protocol/time-words.ts'
import { addressToChange, indexAddress, lastAsked, slotsAddress } from './booking.addresses.ts'
import type { ChoicesQuery, SlotsQuery, Way } from './booking.choices.ts'
import { bookingSteps, choiceFacts, type ChoicesShown } from './booking.facts.ts'
import { dayStrip } from './booking.strip.ts'
import type { StripStart } from './booking.strip.rules.ts'

/** How long the strip must rest before the times are fetched (specification 1 §4, §9). */
const slotDelayMs = 1000
export const timesRegion = 'booking.times'

export interface SlotsScreen extends ChoicesShown {
  way: Way
  strip: StripStart
  /** The appointment that is to be moved. */
  moving?: Appointment
}

/** The times of a location, a provider or a date (specification 1 §2, booking steps). */
export function slotsScreen(view: SlotsScreen): ScreenBody {
  const { way, strip, offer, resolved, moving } = view
  const choices = moving ? { reschedule: moving.id } : resolved.choices
  const startingWith = (day: string) => slotsAddress(way, withStart(choices, { way, from: day }))
  const here = withStart(choices, { way, from: strip.from })
  return {
    title: moving ? 'Choose a new time' : 'Choose a time',
    blocks: [
      ...(moving ? movingBlocks(moving) : [title('Choose a time'), bookingSteps(), ...choiceFacts(view)]),
      button('go-back', { text: 'Go Back', do: { type: 'call', action: 'booking.goBack', input: { ...choices } } }),
      ...(strip.wasPast
        ? [
            {
              kind: 'notice' as const,
              id: 'past',
              tone: 'warning' as const,
              text: 'Date should not be in past',
              announce: true,
            },
          ]
        : []),
      dayStrip({
        strip,
        today: offer.today,
        latest: offer.latest,
        moveTo: startingWith,
        choose: startingWith,
        pick: { to: slotsAddress(way, choices), parameter: startParameter(way) },
        ...(way === 'date' ? { chosen: strip.from } : {}),
      }),
      {
        kind: 'region',
        id: 'times',
        label: 'Times',
        src: `${timesRegion}?${new URLSearchParams({ ...here, by: way }).toString()}`,
        delayMs: slotDelayMs,
        shape: 'times',
      },
    ],
  }
}

/** What stands until another time is booked. */
function movingBlocks(moving: Appointment): BlockList {
  const { startsAt, timeZone, providerName, facilityName, typeName } = moving
  const facts = [
    { id: 'moving-date', name: 'Your appointment now', value: momentText(startsAt, timeZone) },
    { id: 'moving-provider', name: 'Provider', value: providerName },
    { id: 'moving-facility', name: 'Location', value: facilityName },
    { id: 'moving-type', name: 'Type', value: typeName },
  ]
  return [
    title('Choose a new time'),
    text('moving-help', 'Your appointment stays as it is until you have confirmed another time.'),
    {
      kind: 'section',
      id: 'moving',
      card: true,
      blocks: [{ kind: 'facts', id: 'moving-facts', label: 'Your appointment', facts }],
    },
  ]
}

/** By date the strip starts with the date that was chosen; otherwise its start stands beside the choices. */
function startParameter(way: Way): 'date' | 'from' {
  return way === 'date' ? 'date' : 'from'
}

export function withStart(choices: SlotsQuery, { way, from }: { way: Way; from: string }): SlotsQuery {
  return { ...choices, [startParameter(way)]: from }
}

/** Where Go Back leads: to the last question that the person answered. */
export function backFromSlots(resolved: ChoicesShown['resolved']): string {
  return addressToChange(lastAsked(resolved), resolved.choices)
}

/** An address without all that the times need. */
export function incompleteScreen(sentence: string, choices: ChoicesQuery): ScreenBody {
  return {
    title: 'Choose a time',
    width: 'reading',
    blocks: [
      title('Choose a time'),
      { kind: 'notice', id: 'incomplete', tone: 'warning', text: sentence },
      button('choose-again', { text: 'Choose again', style: 'primary', do: goTo(indexAddress(choices)) }),
    ],
  }
}
