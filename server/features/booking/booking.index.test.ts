import { describe, expect, it } from 'vitest'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { nearOffer, provider, smallOffer, today, wideOffer } from '../../../tests/support/booking-examples.ts'
import type { ChoicesQuery, Offer } from './booking.choices.ts'
import { questionScreen, type QuestionScreen } from './booking.index.screens.ts'
import { resolveChoices } from './booking.rules.ts'
import { stripStart } from './booking.strip.rules.ts'

function drawn(
  choices: ChoicesQuery,
  { offer = wideOffer, ...parts }: Partial<QuestionScreen> & { offer?: Offer } = {},
): ScreenBody {
  return questionScreen({
    resolved: resolveChoices(choices, offer),
    offer,
    telehealthName: 'TeleDermatology',
    strip: stripStart(choices.date, offer),
    office: '2125550140',
    ...parts,
  })
}
const titleOf = ({ blocks: [title] }: ScreenBody) => (title?.kind === 'text' ? title.text : undefined)
const lastAt = (facilityId: string) => ({
  facilityId,
  startsAt: '2026-11-02T15:00:00.000Z',
  timeZone: 'America/New_York',
})
const timesAt = (id: string) => `/user/bookappointment/facility/slots?type=inoffice&visit=1&facility=${id}`
function choiceOf({ blocks }: ScreenBody) {
  const [choice] = blocks.filter((block) => block.kind === 'choice')
  if (choice?.kind !== 'choice') throw new Error('nothing to choose')
  return choice
}
const text = (screen: ScreenBody) => JSON.stringify(screen.blocks)

describe('a question', () => {
  it('names digital appointments as the practice does [1 §2.55]', () => {
    expect(text(drawn({}))).toContain('TeleDermatology Appointment')
    expect(text(drawn({}))).toContain('In-office Appointment')
  })

  it('stands below the choices so far, each with a way to change it', () => {
    const screen = drawn({ type: 'inoffice', by: 'location', region: '2' })
    expect(titleOf(screen)).toBe('Your choices')
    expect(text(screen)).toContain(
      '"name":"Region","value":"South","change":{"label":"Change","about":"region","do":{"type":"navigate","to":"/user/bookappointment/index?type=inoffice&visit=1&by=location"}}',
    )
    expect(text(screen)).toContain('"name":"Location","value":"Office 13"}')
    expect(text(screen)).toContain('See the times')
  })

  it('how to book lists up to six locations at once, each an answer to two questions [1 §2.57 §2.58]', () => {
    const screen = drawn({ type: 'inoffice' }, { offer: nearOffer })
    expect(choiceOf(screen).groups).toMatchObject([
      {
        title: 'By Office Location',
        options: [{ title: 'Office 11', do: { to: timesAt('11') } }, { title: 'Office 12' }, { title: 'Office 13' }],
      },
      { title: 'Other ways to book', options: [{ title: 'By Date' }, { title: 'By Provider' }] },
    ])
    expect(
      choiceOf(drawn({ type: 'inoffice' })).groups.flatMap(({ options }) => options.map((each) => each.title)),
    ).toEqual(['By Office Location', 'By Date', 'By Provider'])
  })

  it('about the location has the place of the last time first, then the others by region', () => {
    const screen = drawn({ type: 'inoffice', by: 'location' }, { offer: nearOffer, last: lastAt('13') })
    expect(choiceOf(screen).groups).toMatchObject([
      { options: [{ title: 'Office 13', lines: ['Last time: Monday 11/02/2026'] }] },
      { options: [{ title: 'Office 11' }, { title: 'Office 12' }] },
    ])
    expect(choiceOf(drawn({ type: 'inoffice', by: 'location' }, { offer: nearOffer })).groups).toMatchObject([
      { title: 'North' },
      { title: 'South' },
    ])
  })

  it('about the location keeps those first that accept the insurance', () => {
    const mode = nearOffer.modes.inoffice!
    const [out, ...accepting] = mode.facilities
    const facilities = [...accepting, { ...out!, acceptsInsurance: false }]
    const offer = { ...nearOffer, modes: { inoffice: { ...mode, facilities } } }
    for (const last of [undefined, lastAt('11')])
      expect(
        choiceOf(drawn({ type: 'inoffice', by: 'location' }, { offer, last })).groups.map(({ options }) =>
          options.map((each) => each.title),
        ),
      ).toEqual([['Office 12', 'Office 13', 'Office 11']])
  })

  it('about the kind leads to the times of the last place, if it is still offered and nothing else is asked', () => {
    const again = choiceOf(drawn({}, { offer: nearOffer, last: lastAt('12') })).groups[0]
    expect(again?.options).toMatchObject([{ title: 'Book again at Office 12', do: { to: timesAt('12') } }])
    const insured = { ...nearOffer, insurances: [{ id: '1', name: 'Acme' }] }
    for (const screen of [
      drawn({}, { offer: nearOffer, last: lastAt('99') }),
      drawn({}, { offer: insured, last: lastAt('12') }),
      drawn({}, { offer: { ...nearOffer, ways: ['date', 'provider'] }, last: lastAt('12') }),
      drawn({}, { offer: nearOffer }),
    ])
      expect(text(screen)).not.toContain('Book again')
  })

  it('leads back to the one before, and the first one out of booking', () => {
    expect(drawn({ type: 'inoffice', by: 'provider' }).back).toEqual({
      label: 'Back',
      to: '/user/bookappointment/index?type=inoffice&visit=1',
    })
    expect(drawn({}).back).toEqual({ label: 'Appointments', to: '/user/home/appointments' })
    expect(drawn({}, { offer: smallOffer }).back?.to).toBe('/user/home/appointments')
  })

  it('says so when an answer is not offered any more', () => {
    expect(text(drawn({ type: 'orbit' }))).toContain('no longer offered')
  })

  it('about a provider has initials, job title and a line of the bio [1 §3.9]', () => {
    const screen = text(drawn({ type: 'telederm', by: 'provider' }))
    expect(screen).toContain('"text":"MD","lines":["Sees adults."],"picture":{"initials":"AB","alt":""}')
    expect(screen).toContain('Any provider')
  })

  it('with more answers than one look takes in has a field to find one', () => {
    const choices = { type: 'inoffice', by: 'provider' }
    const among = (count: number) => {
      const providers = Array.from({ length: count }, (_, index) => provider(`${201 + index}`, '11'))
      const modes = { ...wideOffer.modes, inoffice: { ...wideOffer.modes.inoffice!, providers } }
      return text(drawn(choices, { offer: { ...wideOffer, modes } }))
    }
    expect(among(7)).toContain('Find a provider')
    expect(among(6)).not.toContain('Find a provider')
  })

  it('without anything to choose says whom to call', () => {
    expect(text(drawn({}, { offer: { ...wideOffer, modes: {} } }))).toContain(
      'There are no appointments to book online at the moment. Please call ',
    )
  })
})

describe('the question for a day', () => {
  it('offers the days of the strip, and the first one by a button on a narrow screen [1 §2.58]', () => {
    const screen = text(drawn({ type: 'inoffice', by: 'date' }))
    expect(screen).toContain('/user/bookappointment/index?type=inoffice&visit=1&by=date&date=2026-11-24')
    expect(screen).toContain('"text":"Choose Monday 11/23/2026"')
    expect(screen).toContain('"upTo":799')
  })

  it('offers no day without a free time, on a narrow screen either', () => {
    const { blocks } = drawn({ type: 'inoffice', by: 'date' }, { openDays: { closed: [today], openings: {} } })
    const [strip] = blocks.filter((block) => block.kind === 'days')
    const [first, second] = strip?.kind === 'days' ? strip.days : []
    expect([first?.do, first?.closed]).toEqual([undefined, 'There are no free times on this day.'])
    expect(second?.do).toBeDefined()
    const take = blocks.find(({ id }) => id === 'take-day')
    expect(take).toMatchObject({ disabled: { reason: 'There are no free times on this day.' } })
  })

  it('says that a date should not be in the past [1 §5.18 §8.31]', () => {
    expect(text(drawn({ type: 'inoffice', by: 'date', date: '2026-11-20' }))).toContain('Date should not be in past')
  })
})

describe('the question for a location on a day', () => {
  const choices = { type: 'inoffice', by: 'date', date: today }
  const onDay = (freeTimes: number) =>
    wideOffer.modes.inoffice!.facilities.slice(0, 1).map((facility) => ({ ...facility, freeTimes }))

  it('says how many times are free, and where there are none', () => {
    const screen = text(drawn(choices, { onDay: onDay(12) }))
    expect(screen).toContain('12 free times')
    expect(screen).toContain('There are no free times here on this day.')
    expect(screen).toContain('"title":"North"')
  })

  it('says when nobody has a time on that day [1 §8.23]', () => {
    expect(text(drawn(choices, { onDay: onDay(0) }))).toContain(
      'No appointments available for the selected date. Please select another date.',
    )
  })
})
