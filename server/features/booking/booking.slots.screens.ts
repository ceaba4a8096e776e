import type { Action } from '../../../schemas/action.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { Named, ScreenBody } from '../../protocol/definitions.ts'
import { paths } from '../../practice/paths.ts'
import { button, call, goTo, text, title } from '../../protocol/block-builders.ts'
import { momentText } from '../../protocol/time-words.ts'
import { addressToChange, lastAnswered, slotsAddress } from './booking.addresses.ts'
import { bookingPaths } from './booking.paths.ts'
import type { ChoicesQuery, SlotsQuery, Way } from './booking.choices.ts'
import { bookingSteps, chosenLine, type ChoicesShown } from './booking.facts.ts'
import { dayStrip } from './booking.strip.ts'
import type { patientFact } from '../../practice/for-whom.ts'
import type { Openings, StripStart } from './booking.strip.rules.ts'

/** How long the strip must be unchanged before the times are fetched (specification 1 §4, §9). */
const slotDelayMs = 1000
/** Below this width, in px, the steps do not show. */
const stepsFrom = 600

export interface SlotsScreen extends ChoicesShown {
  way: Way
  strip: StripStart
  /** The appointment to be moved. */
  moving?: Appointment
  openings?: Openings
  /** For whom a person books who acts for somebody else. */
  patient?: ReturnType<typeof patientFact>
  goBack: Named
  /** The entry to the waiting list, where the practice has one. */
  wait?: Action
}

/** The times of a location, a provider or a date (specification 1 §2, booking steps). */
export function slotsScreen(view: SlotsScreen): ScreenBody {
  const { way, strip, offer, resolved, moving, openings, patient, goBack, wait } = view
  const choices = moving ? { reschedule: moving.id } : resolved.choices
  const startingWith = (day: string) => slotsAddress(way, withStart(choices, { way, from: day }))
  const here = withStart(choices, { way, from: strip.from })
  return {
    title: moving ? 'Choose a new time' : 'Choose a time',
    // An older client goes back without letting the held slot go, which ends by itself.
    back: {
      label: 'Go Back',
      to: moving ? paths.appointments() : backFromSlots(resolved),
      do: call(goBack, { ...choices }),
    },
    blocks: [
      ...(moving ? movingBlocks(moving) : [title('Choose a time'), wideSteps(), chosenLine(view, patient)]),
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
        openings,
        times: 'times',
        ...(wait ? { aside: { text: 'Nothing soon enough?', label: 'Get told', do: wait } } : {}),
      }),
      {
        kind: 'region',
        id: 'times',
        label: 'Times',
        src: bookingPaths.timesRegion({ ...here, by: way }),
        delayMs: slotDelayMs,
        shape: 'times',
      },
    ],
  }
}

/** On a phone the times come first. */
function wideSteps(): BlockOf<'steps'> {
  return { ...bookingSteps(), from: stepsFrom }
}

/** Shows the current appointment, which is kept until another time is booked. */
function movingBlocks(moving: Appointment): BlockList {
  const { startsAt, timeZone, providerName, facilityName, typeName } = moving
  const facts = [
    { id: 'moving-date', name: 'Your appointment now', value: `Now: ${momentText(startsAt, timeZone)}` },
    { id: 'moving-provider', name: 'Provider', value: providerName },
    { id: 'moving-facility', name: 'Location', value: facilityName },
    { id: 'moving-type', name: 'Type', value: typeName },
  ]
  return [
    title('Choose a new time'),
    text('moving-help', 'You keep your appointment until you confirm another time.'),
    { kind: 'facts', id: 'moving-facts', label: 'Your appointment', across: true, facts },
  ]
}

/** When booking by date, the strip starts at the chosen date; otherwise its start is a separate parameter. */
function startParameter(way: Way): 'date' | 'from' {
  return way === 'date' ? 'date' : 'from'
}

export function withStart(choices: SlotsQuery, { way, from }: { way: Way; from: string }): SlotsQuery {
  return { ...choices, [startParameter(way)]: from }
}

/** Returns the target of Go Back: the last question that the person answered. */
export function backFromSlots(resolved: ChoicesShown['resolved']): string {
  return addressToChange(lastAnswered(resolved), resolved.choices)
}

/** Shown when the address lacks a choice that the times need. */
export function incompleteScreen(sentence: string, choices: ChoicesQuery): ScreenBody {
  return {
    title: 'Choose a time',
    width: 'reading',
    blocks: [
      title('Choose a time'),
      { kind: 'notice', id: 'incomplete', tone: 'warning', text: sentence },
      button('choose-again', { text: 'Choose again', style: 'primary', do: goTo(paths.booking(choices)) }),
    ],
  }
}
