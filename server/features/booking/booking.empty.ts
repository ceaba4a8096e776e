import type { Span, Words } from '../../../schemas/base.ts'
import type { Schedule } from '../../gateways/emr/slots/slots.ts'
import { phone } from '../../protocol/block-builders.ts'
import { dateText } from '../../protocol/time-words.ts'

/** What the empty schedule belongs to. */
export type EmptyAbout = 'provider' | 'location' | 'date'

/** The sentences of specification 1 §8, empty schedule, with the number to call. */
export function emptySentence({
  about,
  next,
  office,
}: {
  about: EmptyAbout
  next: string | undefined
  office: string
}): Words {
  if (about === 'date')
    return next ? [{ text: `${noneThatDay} ` }, ...nextWords({ about: 'location', next, office })] : noneThatDay
  if (next) return nextWords({ about, next, office })
  return [
    { text: `There are no online appointments available for this ${about}. Please call ` },
    callTo(office),
    { text: ' to book an appointment.' },
  ]
}

/** Where the shown days are the last ones that have no time: the specification does not know of earlier ones. */
export function onlyEarlierSentence(about: EmptyAbout, { first, office }: { first: string; office: string }): Words {
  const whose = about === 'date' ? 'location' : about
  return [
    {
      text: `There are no later online appointments for this ${whose}. The first available one is ${dateText(first)}. If you need another time, please call `,
    },
    callTo(office),
    { text: '.' },
  ]
}

export const noneThatDay = 'No appointments available for the selected date. Please select another date.'

function nextWords({ about, next, office }: { about: EmptyAbout; next: string; office: string }): Span[] {
  return [
    {
      text: `The next available online appointment for this ${about} is ${dateText(next)}. If you need an appointment sooner, Please call `,
    },
    callTo(office),
    { text: '.' },
  ]
}

function callTo(office: string): Span {
  return office ? phone(office) : { text: 'the office' }
}

export function earliestDay(schedules: readonly Pick<Schedule, 'nextAvailableDay'>[]): string | undefined {
  return schedules
    .flatMap(({ nextAvailableDay }) => nextAvailableDay ?? [])
    .toSorted()
    .at(0)
}
