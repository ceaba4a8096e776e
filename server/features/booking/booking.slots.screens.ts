import type { ScreenBody } from '../../ui/definitions.ts'
import { button, goTo, title } from '../../ui/pens.ts'
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
}

/** The times of a location, a provider or a date (specification 1 §2, booking steps). */
export function slotsScreen(view: SlotsScreen): ScreenBody {
  const { way, strip, offer, resolved } = view
  const { choices } = resolved
  const startingWith = (day: string) => slotsAddress(way, withStart(choices, { way, from: day }))
  const here = withStart(choices, { way, from: strip.from })
  return {
    title: 'Choose a time',
    blocks: [
      title('Choose a time'),
      bookingSteps(),
      ...choiceFacts(view),
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

/** By date the strip starts with the date that was chosen; otherwise its start stands beside the choices. */
function startParameter(way: Way): 'date' | 'from' {
  return way === 'date' ? 'date' : 'from'
}

export function withStart(choices: ChoicesQuery, { way, from }: { way: Way; from: string }): SlotsQuery {
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
