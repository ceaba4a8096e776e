import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { feature, type ActionDefinition, type Feature, type ScreenDefinition } from './definitions.ts'
import { settings } from '../licensees/settings/definition.ts'
import { errorCatalogue } from './error-catalogue.ts'
import { anyone } from './guard.ts'
import { assemblePortal, type PortalParts } from './portal.ts'

const screen: ScreenDefinition = { route: '/a', about: 'A', guard: anyone, load: () => ({ title: 'A', blocks: [] }) }
const action: ActionDefinition = { name: 'a.act', about: 'Acts', guard: anyone, input: Type.Object({}), run: () => [] }
const core = settings({
  A: { type: 'boolean', default: false, group: 'A', title: 'A', help: '', shapes: '', onText: '', offText: '' },
}).A
const assemble = (...features: Partial<Feature>[]) =>
  assemblePortal({
    messages: [],
    coreSettings: [core],
    features: features.map((parts) => feature('a', () => parts)({})),
  } as unknown as PortalParts) // the rest is needed for serving only

describe('a portal does not start', () => {
  test.each<[string, Partial<Feature>[], string]>([
    [
      'with a screen that anybody could open because nobody said who',
      [{ screens: [{ ...screen, guard: undefined as never }] }],
      'the screen /a has no guard',
    ],
    ['with an action without a guard', [{ actions: [{ ...action, guard: undefined as never }] }], 'a.act has no guard'],
    [
      'with a region without a guard',
      [{ regions: [{ name: 'a.part', about: 'Part', guard: undefined as never, load: () => [] }] }],
      'a.part has no guard',
    ],
    [
      'with two actions of one name',
      [{ actions: [action] }, { actions: [action] }],
      'two definitions are called a.act',
    ],
    ['with two settings of one name', [{ settings: [core] }], 'two definitions are called A'],
    [
      'with a screen whose action no feature offers',
      [{ screens: [{ ...screen, actions: [{ ...action, name: 'b.act' }] }] }],
      'the screen /a lists an action b.act that no feature offers',
    ],
    [
      'with an action whose dialog calls what no feature offers',
      [{ actions: [{ ...action, actions: [{ name: 'b.act' }] }] }],
      'a.act lists an action b.act that no feature offers',
    ],
    [
      'with two messages for one code',
      [{ messages: { 'a.one': 'One' } }, { messages: { 'a.one': 'Another' } }],
      'the error code a.one has two messages',
    ],
    [
      'with a message that the portal has itself',
      [{ messages: { failed: 'Oh' } }],
      'the error code failed has two messages',
    ],
  ])('%s', (_what, features, message) => {
    expect(() => assemble(...features)).toThrow(message)
  })
})

test('a portal offers what all of its features offer', () => {
  const portal = assemble(
    { screens: [screen], actions: [action] },
    { screens: [{ ...screen, route: '/b', actions: [action] }] },
  )
  expect(portal.screens.map(({ route }) => route)).toEqual(['/a', '/b'])
  expect([...portal.actions.keys()]).toEqual(['a.act'])
})

describe('the error catalogue', () => {
  const catalogue = errorCatalogue([{ late: 'Wait {seconds} seconds, {name}.' }])

  test('fills in what a failure knows and leaves the rest', () => {
    expect(catalogue.say('late', { seconds: 3 })).toBe('Wait 3 seconds, {name}.')
  })

  test('does not fill in what a name of somebody looks like', () => {
    expect(catalogue.say('late', { seconds: '{name}', name: '$&' })).toBe('Wait {name} seconds, $&.')
  })

  test('has no words for a code that it does not know', () => {
    expect(() => catalogue.say('early')).toThrow('the error code early has no message')
  })
})
