import type { Services } from '../../services.ts'
import { describe, expect, it } from 'vitest'
import { billingSettings } from '../../practice/billing/billing.settings.ts'
import { billsSettings } from '../billing/bills.settings.ts'
import { bookingSettings } from '../booking/booking.settings.ts'
import { invoiceSettings } from '../invoices/invoices.settings.ts'
import { lookSettings } from '../../licensees/settings/look.settings.ts'
import { partSettings } from '../../practice/part.settings.ts'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Db } from '../../db/open.ts'
import type { ProofServices } from '../../identity/prove-again.ts'
import { settingNamed } from '../../../tests/support/all-settings.ts'
import type { SettingState } from '../../licensees/settings/settings-store.ts'
import { idsWithin } from '../../protocol/blocks-within.ts'
import { portalIndex } from '../../protocol/portal-index.ts'
import { adminActions } from './admin.actions.ts'
import { contrastProblem, emptyValue } from './admin.rules.ts'
import { settingRow } from './admin.setting.row.ts'
import { settingScreen } from './admin.setting.screens.ts'
import { settingRoute, type SettingView } from './admin.setting.view.ts'
import { settingsScreen } from './admin.settings.screens.ts'
import { momentInWords, valueInWords } from './admin.words.ts'

const colour = lookSettings.Theme_Primary_Colour
const secret = billingSettings.Card_Payment_Key

function view(
  name: string,
  { change, ...state }: Partial<SettingState> & Pick<SettingView, 'change'> = {},
): SettingView {
  const definition = settingNamed(name)
  const standard = definition.default
  return {
    definition,
    screens: [],
    isChecked: false,
    mayChange: true,
    zone: 'America/New_York',
    ...(change ? { change } : {}),
    state: {
      value: standard,
      source: 'default',
      default: standard,
      inherited: { value: standard, source: 'default' },
      version: 0,
      ...state,
    },
  }
}

const actions = adminActions({
  ...({} as ProofServices & Pick<Services, 'outbox'>), // drawing a screen proves nothing and sends nothing
  settings: { value: never, state: never, change: never, reload: never, refreshFromPractice: never },
  index: portalIndex(never),
  db: {} as Db, // drawing a screen asks nothing
  uses: never,
})

function never(): never {
  throw new Error('drawing a screen asks nothing')
}

const at = new Date('2026-07-01T18:05:00Z')
const byOther = { who: 'Ann Bell', at, isOwn: false, isRecent: true }
const own = { ...byOther, isOwn: true }
const changed = { source: 'portal', version: 3, change: byOther } as const

describe('the contrast rule', () => {
  it('names the ratio and proposes the nearest shade that can be read', () => {
    expect(contrastProblem(colour, '#18a2b8')).toMatchObject({ ratio: '3.04', least: 4.5 })
    expect(contrastProblem(colour, contrastProblem(colour, '#18a2b8')?.proposal ?? '')).toBeUndefined()
  })

  it('does not round a ratio up to the one that is needed', () => {
    expect(contrastProblem(colour, '#777777')?.ratio).toBe('4.47')
  })

  it('asks less of a colour that is only for decoration', () => {
    expect(contrastProblem(lookSettings.Theme_Accent_Colour, '#18a2b8')).toBeUndefined()
    expect(contrastProblem(lookSettings.Theme_Accent_Colour, '#ffffff')).toMatchObject({ ratio: '1.00', least: 1.5 })
  })

  it('concerns colours only', () => {
    expect(contrastProblem(practiceSettings.LicenseeName, '#ffffff')).toBeUndefined()
  })
})

describe('an emptied field', () => {
  it('is an empty text or list, but never an empty name or secret', () => {
    expect(emptyValue(billsSettings.PortalBillingText)).toBe('')
    expect(emptyValue(partSettings.enable_portal_dashboard_options)).toEqual([])
    for (const name of ['LicenseeName', 'Card_Payment_Key', 'EnableCenterLogo'] as const)
      expect(emptyValue(settingNamed(name)), name).toBeUndefined()
  })
})

describe('values in words', () => {
  it('are those of the form', () => {
    expect(valueInWords(lookSettings.EnableCenterLogo, true)).toBe('On')
    expect(valueInWords(partSettings.enable_portal_dashboard_options, [5, 1])).toBe('Appointments, Billing')
    expect(valueInWords(partSettings.enable_portal_dashboard_options, [])).toBe('None')
    expect(valueInWords(invoiceSettings.IncludeNPIonInvoice, '2')).toBe('Facility')
    expect(valueInWords(lookSettings.Theme_Radius, 4)).toBe('4')
    expect(valueInWords(billsSettings.PortalBillingText, '')).toBe('Empty')
  })

  it('never show a secret', () => {
    expect(valueInWords(secret, 'sk-12345')).toBe('Set')
    expect(valueInWords(secret, '')).toBe('Not set')
  })

  it('show an instant in the zone of the practice', () => {
    expect(momentInWords(new Date('2026-01-01T03:30:00Z'), 'America/Denver')).toBe('12/31/2025, 8:30 PM Mountain Time')
  })
})

describe('the screen of a setting', () => {
  it('cannot be reset when nothing is changed here, and says so', () => {
    const drawn = JSON.stringify(settingScreen({ view: view('EnableCenterLogo'), actions }))
    expect(drawn).toContain('"disabled":{"reason":"Uses the default."}')
  })

  it('says what a reset leads to', () => {
    const drawn = JSON.stringify(
      settingScreen({
        view: view('Theme_Radius', { ...changed, value: 12, inherited: { value: 4, source: 'practice' } }),
        actions,
      }),
    )
    expect(drawn).toContain('goes back to the value of your record system: 4.')
    expect(drawn).not.toContain('"disabled"')
  })

  it('shows a change by another admin, and not the own one', () => {
    const drawnFor = (change: SettingView['change']) =>
      JSON.stringify(settingScreen({ view: view('EnableCenterLogo', { ...changed, change, value: true }), actions }))
    expect(drawnFor(byOther)).toContain('Ann Bell changed this to On at 07/01/2026, 2:05 PM Eastern Time.')
    expect(drawnFor(own)).not.toContain('changed this to')
  })

  it('holds no secret, and can remove one', () => {
    const screen = settingScreen({
      view: view('Card_Payment_Key', { ...changed, value: 'sk-12345' }),
      actions,
    })
    expect(JSON.stringify(screen)).not.toContain('sk-12345')
    expect(idsWithin(screen).has('remove')).toBe(true)
  })
})

function list(views: SettingView[], query: { q?: string; group?: string } = {}) {
  const { blocks } = settingsScreen({ views, actions, query })
  return blocks.find(({ kind }) => kind === 'split') as BlockOf<'split'> // the block of this kind
}
const rowsIn = ({ blocks }: BlockOf<'split'>) =>
  blocks.flatMap((block) => (block.kind === 'section' ? (block as BlockOf<'section'>).blocks.map(({ id }) => id) : [])) // a section by its kind

describe('the list of settings', () => {
  it('opens at the group that was asked for, else at the first', () => {
    const views = [view('enable_portal_dashboard_options'), view('Theme_Radius')]
    expect(list(views, { group: 'look' }).chosen).toBe('look')
    expect(list(views, { group: 'nonsense' }).chosen).toBe('features')
    expect(list(views).chosen).toBe('features')
  })

  it('counts the settings of each group', () => {
    const views = (['EnableCenterLogo', 'Theme_Radius', 'Practice_City'] as const).map((name) => view(name))
    const counts = list(views, { group: 'look' }).entries.map(({ id, count }) => [id, count?.words])
    expect(counts).toEqual([
      ['all', '3 settings'],
      ['look', '2 settings'],
      ['practice', '1 setting'],
    ])
  })

  it.each([
    ['corners', 'its name'],
    ['INVOICES', 'the screens that it changes', 'Practice_City'],
    ['theme_radius', 'its key'],
    ['theme radius', 'the words of its key'],
    ['rounding', 'nothing', ''],
    ['round buttons', 'every word of its sentence'],
    ['booking an', 'a screen whose rules read it', 'EnableCenterLogo'],
  ])('finds "%s" in %s', (q, _, name = 'Theme_Radius') => {
    const logo = {
      ...view('EnableCenterLogo'),
      screens: [{ route: '/user/bookappointment/index', title: 'Booking an appointment' }],
    }
    const rows = rowsIn(list([logo, view('Theme_Radius'), view('Practice_City')], { q }))
    expect(rows).toEqual(name ? [`setting-${name}`] : [])
  })

  it('says what it looked for when nothing matches, and how to see everything', () => {
    const drawn = JSON.stringify(list([view('Theme_Radius')], { q: 'zebra' }))
    expect(drawn).toContain('No setting here matches “zebra”.')
    expect(drawn).toContain('/admin/settings?group=all')
  })

  it('leads to settings whose names have blanks', () => {
    expect(settingRoute(bookingSettings['Enable PE Custom Appointments'])).toBe(
      '/admin/settings/Enable%20PE%20Custom%20Appointments',
    )
  })
})

describe('the row of a setting', () => {
  const row = (drawn: SettingView) => settingRow({ view: drawn, actions, list: {} })

  it('says who changed it, or that it uses the default', () => {
    expect(row(view('Theme_Radius')).state).toEqual({ text: 'Uses the default.' })
    expect(row(view('Theme_Radius', changed)).state).toEqual({
      text: 'Changed by Ann Bell, 07/01/2026 2:05 PM.',
      changed: true,
    })
    expect(row(view('Theme_Radius', { version: 4, change: byOther })).state.text).toBe(
      'Uses the default. Reset by Ann Bell, 07/01/2026 2:05 PM.',
    )
    expect(row(view('Theme_Radius', { inherited: { value: 4, source: 'practice' } })).state.text).toBe(
      'Uses the value of your record system.',
    )
  })

  it('says what the own change did, with a way back where there is one', () => {
    const off = { ...changed, change: own, value: false, previous: null }
    const { result } = row(view('Allow_Portal_Appointment_Booking', off))
    expect(result).toMatchObject({ text: 'Booking is off for patients.', version: '3', undo: { label: 'Undo' } })
    expect(row(view('Allow_Portal_Appointment_Booking', { ...off, value: true })).result?.text).toBe(
      'Booking is on for patients.',
    )
    const noWayBack = row(view('Card_Payment_Key', { ...changed, change: own, value: 'sk' })).result
    expect(noWayBack).toEqual({ text: 'Saved.', version: '3' })
    expect(row(view('Theme_Radius', { ...off, value: 4, change: { ...own, isRecent: false } })).result).toBeUndefined()
  })

  it('says what another admin changed instead', () => {
    const { result, notes } = row(view('Theme_Radius', { ...changed, value: 4, previous: null }))
    expect(result).toBeUndefined()
    expect(notes?.map(({ text }) => text)).toEqual(['Ann Bell changed this to 4.'])
  })

  it('names the one feature that was switched', () => {
    const result = (value: number[], previous: number[] | null) =>
      row(view('enable_portal_dashboard_options', { ...changed, change: own, value, previous })).result?.text
    expect(result([1, 3, 4, 5, 6, 7], null)).toBe('“Messages” is off for patients.')
    expect(result([1, 2], [1])).toBe('“Messages” is on for patients.')
    expect(result([1, 2, 3], [1])).toBe('Saved.')
  })

  it('has one switch for each feature, which leaves the others as they are', () => {
    const { switches } = row(view('enable_portal_dashboard_options', { value: [1, 5] }))
    expect(switches?.map(({ label, on }) => [label, on])).toContainEqual(['Billing', true])
    expect(switches?.find(({ label }) => label === 'Messages')?.do.input).toMatchObject({ value: [1, 2, 5] })
    expect(switches?.find(({ label }) => label === 'Billing')?.do.input).toMatchObject({ value: [1] })
  })

  it('says that nothing uses it', () => {
    const drawn = row(view('sms_to_mra_local_alias', { ...changed, value: 'office' }))
    expect(drawn.notes?.map(({ text }) => text)[0]).toBe(
      'No screen uses this yet. A change has no effect in this version.',
    )
  })

  it('holds no secret', () => {
    const drawn = row(view('Card_Payment_Key', { ...changed, value: 'sk-12345' }))
    expect(drawn.state.text).toBe('Set. Changed by Ann Bell, 07/01/2026 2:05 PM.')
    expect(JSON.stringify(drawn)).not.toContain('sk-12345')
  })
})
