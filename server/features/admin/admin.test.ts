import { describe, expect, it } from 'vitest'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { definitionOf, type SettingName } from '../../licensees/settings/registry.ts'
import type { SettingState } from '../../licensees/settings/settings-book.ts'
import { idsWithin } from '../../protocol/blocks-within.ts'
import { portalIndex } from '../../protocol/portal-index.ts'
import { adminActions } from './admin.actions.ts'
import { adminCards, adminDashboardScreen } from './admin.dashboard.screens.ts'
import { contrastProblem, emptyValue } from './admin.rules.ts'
import { settingScreen } from './admin.setting.screens.ts'
import { settingRoute, type SettingView } from './admin.setting.view.ts'
import { settingsScreen } from './admin.settings.screens.ts'
import { momentInWords, valueInWords } from './admin.words.ts'

const colour = definitionOf('Theme_Primary_Colour')
const secret = definitionOf('Card_Payment_Key')

function view(name: SettingName, state: Partial<SettingState> = {}): SettingView {
  const definition = definitionOf(name)
  const standard = definition.default
  return {
    name,
    definition,
    screens: [],
    zone: 'America/New_York',
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
  settings: { value: never, state: never, change: never, reload: never, refreshFromPractice: never },
  index: portalIndex(never),
})

function never(): never {
  throw new Error('drawing a screen asks nothing')
}

const changed = { source: 'portal', version: 3, changedBy: 'ann', changedAt: new Date('2026-07-01T18:05:00Z') } as const

describe('the contrast rule', () => {
  it('names the ratio and proposes the nearest shade that can be read', () => {
    expect(contrastProblem(colour, '#18a2b8')).toMatchObject({ ratio: '3.04', least: 4.5 })
    expect(contrastProblem(colour, contrastProblem(colour, '#18a2b8')?.proposal ?? '')).toBeUndefined()
  })

  it('does not round a ratio up to the one that is needed', () => {
    expect(contrastProblem(colour, '#777777')?.ratio).toBe('4.47')
  })

  it('asks less of a colour that is only for decoration', () => {
    expect(contrastProblem(definitionOf('Theme_Accent_Colour'), '#18a2b8')).toBeUndefined()
    expect(contrastProblem(definitionOf('Theme_Accent_Colour'), '#ffffff')).toMatchObject({ ratio: '1.00', least: 1.5 })
  })

  it('concerns colours only', () => {
    expect(contrastProblem(definitionOf('LicenseeName'), '#ffffff')).toBeUndefined()
  })
})

describe('an emptied field', () => {
  it('is an empty text or list, but never an empty name or secret', () => {
    expect(emptyValue(definitionOf('PortalBillingText'))).toBe('')
    expect(emptyValue(definitionOf('enable_portal_dashboard_options'))).toEqual([])
    for (const name of ['LicenseeName', 'Card_Payment_Key', 'EnableCenterLogo'] as const)
      expect(emptyValue(definitionOf(name)), name).toBeUndefined()
  })
})

describe('values in words', () => {
  it('are those of the form', () => {
    expect(valueInWords(definitionOf('EnableCenterLogo'), true)).toBe('On')
    expect(valueInWords(definitionOf('enable_portal_dashboard_options'), [5, 1])).toBe('Appointments, Billing')
    expect(valueInWords(definitionOf('enable_portal_dashboard_options'), [])).toBe('None')
    expect(valueInWords(definitionOf('IncludeNPIonInvoice'), '2')).toBe('Facility')
    expect(valueInWords(definitionOf('Theme_Radius'), 4)).toBe('4')
    expect(valueInWords(definitionOf('PortalBillingText'), '')).toBe('Empty')
  })

  it('never tell a secret', () => {
    expect(valueInWords(secret, 'sk-12345')).toBe('Set')
    expect(valueInWords(secret, '')).toBe('Not set')
  })

  it('tell an instant on the clock of the practice', () => {
    expect(momentInWords(new Date('2026-01-01T03:30:00Z'), 'America/Denver')).toBe('12/31/2025, 8:30 PM Mountain Time')
  })
})

describe('the screen of a setting', () => {
  it('cannot be reset when nothing is changed here, and says so', () => {
    const drawn = JSON.stringify(settingScreen({ view: view('EnableCenterLogo'), actions, login: 'ann' }))
    expect(drawn).toContain('"disabled":{"reason":"Nothing is changed here."}')
  })

  it('says what a reset leads to', () => {
    const drawn = JSON.stringify(
      settingScreen({
        view: view('Theme_Radius', { ...changed, value: 12, inherited: { value: 4, source: 'practice' } }),
        actions,
        login: 'ann',
      }),
    )
    expect(drawn).toContain('goes back to the value of the practice: 4.')
    expect(drawn).not.toContain('"disabled"')
  })

  it('tells a change of somebody else, and not the own one', () => {
    const drawnFor = (login: string) =>
      JSON.stringify(settingScreen({ view: view('EnableCenterLogo', { ...changed, value: true }), actions, login }))
    expect(drawnFor('bob')).toContain('ann changed this to On at 07/01/2026, 2:05 PM Eastern Time.')
    expect(drawnFor('ann')).not.toContain('changed this')
  })

  it('holds no secret, and can remove one', () => {
    const screen = settingScreen({
      view: view('Card_Payment_Key', { ...changed, value: 'sk-12345' }),
      actions,
      login: 'bob',
    })
    expect(JSON.stringify(screen)).not.toContain('sk-12345')
    expect(idsWithin(screen).has('remove')).toBe(true)
  })
})

describe('the list of settings', () => {
  it('opens at the group that was asked for, else at the features', () => {
    const active = (group?: string) =>
      (settingsScreen({ views: [], group }).blocks.find(({ kind }) => kind === 'tabs') as BlockOf<'tabs'>).active // found by its kind
    expect(active('look')).toBe('look')
    expect(active('nonsense')).toBe('features')
    expect(active()).toBe('features')
  })

  it('leads to settings whose names have blanks', () => {
    expect(settingRoute('Enable PE Custom Appointments')).toBe('/admin/settings/Enable%20PE%20Custom%20Appointments')
  })
})

describe('the dashboard of administrators', () => {
  it('shows what there is', () => {
    const cards = adminCards.filter(({ to }) => to === '/admin/settings')
    const ids = idsWithin(adminDashboardScreen({ practice: 'North', cards }))
    expect([...ids]).toEqual(expect.arrayContaining(['settings']))
    expect(ids.has('find-patients')).toBe(false)
  })
})
