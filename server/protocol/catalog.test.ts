import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { billingSettings } from '../practice/billing/billing.settings.ts'
import { lookSettings } from '../licensees/settings/look.settings.ts'
import { messageSettings } from '../practice/message.settings.ts'
import { partSettings } from '../practice/part.settings.ts'
import { closed } from '../../schemas/base.ts'
import { blockSchemas } from '../../schemas/blocks.ts'
import { effectKinds } from '../../schemas/effect.ts'
import { catalog, screensReading, settingsOf } from './catalog.ts'
import { action, region, screen, feature } from './definitions.ts'
import { admins, anyone } from './guard.ts'
import type { Portal } from './portal.ts'
import type { Reads } from './trace.ts'

function billing(reads: Reads): boolean {
  return (
    reads.setting(partSettings.enable_portal_dashboard_options).includes(5) &&
    reads.setting(billingSettings.EnableBillingForPortal)
  )
}
function replies(reads: Reads): boolean {
  return reads.setting(messageSettings.AllowPortalReplies)
}

const empty = closed({})
const act = action({
  name: 'home.act',
  about: 'Act',
  actions: [{ name: 'home.ask' }],
  guard: admins,
  offered: billing,
  input: empty,
  run: () => [],
})
const home = feature('home', () => ({
  screens: [
    screen({
      route: '/home',
      aliases: ['/Home'],
      about: 'Home',
      guard: anyone,
      query: Type.Object({ tab: Type.Optional(Type.String()) }),
      rules: { bills: billing },
      actions: [act],
      load: () => ({ title: '', blocks: [] }),
    }),
  ],
  regions: [region({ name: 'home.list', about: 'List', guard: admins, offered: replies, load: () => [] })],
  actions: [act],
}))({})
const mail = feature('mail', () => ({
  screens: [
    screen({ route: '/mail', about: 'Mail', guard: anyone, offered: replies, load: () => ({ title: '', blocks: [] }) }),
  ],
}))({})

const portal = {
  features: [home, mail],
  screens: [...home.screens, ...mail.screens],
  settingsByName: new Map([['EnableBillingForPortal', billingSettings.EnableBillingForPortal]]),
} as unknown as Portal // all that is read

describe('the catalog', () => {
  const content = catalog(portal)

  it('names every screen with its guard, the feature it belongs to, and what shapes it', () => {
    expect(content.screens).toEqual([
      {
        feature: 'home',
        route: '/home',
        aliases: ['/Home'],
        about: 'Home',
        guard: 'anyone',
        offeredBy: null,
        query: ['tab'],
        actions: ['home.act'],
        rules: [
          { block: 'bills', rule: 'billing', settings: ['enable_portal_dashboard_options', 'EnableBillingForPortal'] },
        ],
        settings: ['enable_portal_dashboard_options', 'EnableBillingForPortal'],
      },
      {
        feature: 'mail',
        route: '/mail',
        aliases: [],
        about: 'Mail',
        guard: 'anyone',
        offeredBy: 'replies',
        query: [],
        actions: [],
        rules: [],
        settings: ['AllowPortalReplies'],
      },
    ])
  })

  it('names regions and actions, with what switches them off and what they take', () => {
    expect(content.regions).toEqual([
      {
        feature: 'home',
        name: 'home.list',
        about: 'List',
        actions: [],
        guard: 'admins',
        offeredBy: 'replies',
        query: [],
        settings: ['AllowPortalReplies'],
      },
    ])
    expect(content.actions).toMatchObject([
      {
        feature: 'home',
        name: 'home.act',
        actions: ['home.ask'],
        guard: 'admins',
        offeredBy: 'billing',
        input: { type: 'object', additionalProperties: false },
      },
    ])
  })

  it('links a published schema for every kind of block and effect', () => {
    expect(content.blocks.map(({ kind }) => kind)).toEqual(Object.keys(blockSchemas))
    expect(content.effects.map(({ kind }) => kind)).toEqual(Object.keys(effectKinds))
    for (const { kind, schema } of [...content.blocks, ...content.actionKinds, ...content.effects])
      expect(content.schemas, kind).toContain(schema)
  })

  it('tells how to hear of changes, and links the schemas of what is sent there', () => {
    const { events } = content.live
    expect(events.map(({ event, from }) => [event, from])).toEqual([
      ['watch', 'client'],
      ['hint', 'server'],
      ['ended', 'server'],
    ])
    for (const schema of events.flatMap((event) => event.arguments)) expect(content.schemas).toContain(schema)
  })

  it('says which screens read a setting', () => {
    expect(screensReading(portal, billingSettings.EnableBillingForPortal)).toEqual([{ route: '/home', title: 'Home' }])
    expect(screensReading(portal, lookSettings.Theme_Radius)).toEqual([])
  })

  it('says that a screen without rules is shaped by no setting', () => {
    expect(settingsOf({})).toEqual([])
  })
})
