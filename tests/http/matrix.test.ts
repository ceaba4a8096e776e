import { describe, expect } from 'vitest'
import { actionsCalled } from '../../server/protocol/calls-check.ts'
import { pdf } from '../support/files.ts'
import { filePart } from '../support/multipart.ts'
import { sampleOf } from '../support/sample.ts'
import { limitedGuardians } from './matrix-limits.ts'
import { provenFiles, staffFiles } from './matrix-pages.ts'
import {
  actionOutcomes,
  expectedOutcome,
  notViewed,
  outcome,
  uploadOutcomes,
  type Outcome,
  type ProblemBody,
} from './matrix-outcomes.ts'
import { atNorthgate } from './matrix-practices.ts'
import { test } from './matrix-test.ts'

const differs = ({ expected, got }: Outcome) => expected !== got

test('screens and regions call many actions, so that the check of what they list sees them', ({ portal, pages }) => {
  expect(portal.portal.checksAnswers).toBe(true)
  const calls = actionsCalled(pages.map(({ body }) => body))
  expect(calls.length).toBeGreaterThan(100)
  expect(new Set(calls).size).toBeGreaterThan(30)
})

describe('for every role', () => {
  test('every screen answers exactly what its guard says [1 §2.26 §2.27 §3.2 §6.1 §6.5] [2 §2.39 §3.2 §4.53 §6.1 §6.11]', async ({
    portal,
    roles,
    pages,
  }) => {
    const outcomes: Outcome[] = []
    for (const { route, guard } of portal.portal.screens) {
      const path = pages.find(({ name }) => name === route)?.path
      expect([route, path !== undefined]).toEqual([route, true])
      for (const { name, kind, visitor } of sampleOf(route, roles, 3)) {
        const { status, body } = await visitor.get<ProblemBody>(path ?? '')
        outcomes.push({
          at: route,
          role: name,
          expected:
            kind === 'viewer' && notViewed.has(route)
              ? '403 access.viewing'
              : expectedOutcome(guard, { kind, next: path?.replace('/ui/screens', '') }),
          got: outcome({ status, ...body }),
        })
        expect([route, name, status === 200 || body.screen !== undefined]).toEqual([route, name, true])
      }
    }
    expect(outcomes.length).toBeGreaterThan(portal.portal.screens.length * 2)
    expect(outcomes.filter(differs)).toEqual([])
  })

  test('every region answers exactly what its guard says', async ({ portal, roles, pages }) => {
    const outcomes: Outcome[] = []
    for (const { name: region, guard } of portal.portal.regions.values()) {
      const path = pages.find(({ name }) => name === region)?.path
      expect([region, path !== undefined]).toEqual([region, true])
      for (const { name, kind, visitor } of sampleOf(region, roles, 3)) {
        const { status, body } = await visitor.get<ProblemBody>(path ?? '')
        outcomes.push({
          at: region,
          role: name,
          expected: expectedOutcome(guard, { kind }),
          got: outcome({ status, ...body }),
        })
      }
    }
    expect(outcomes.filter(differs)).toEqual([])
  })

  test('every action answers exactly what its guard says', async ({ portal, roles }) => {
    expect((await actionOutcomes(portal, roles)).filter(differs)).toEqual([])
  })

  test('every upload answers exactly what its guard says', async ({ portal, roles }) => {
    expect([...portal.portal.uploads.keys()]).toEqual(expect.arrayContaining(['uploads.add', 'uploads.photo']))
    expect((await uploadOutcomes(portal, roles)).filter(differs)).toEqual([])
  })

  test('every file answers exactly what its guard says', async ({ portal, roles, addresses }) => {
    expect(portal.portal.files.map(({ route }) => route)).toEqual([...addresses.keys()])
    const outcomes: Outcome[] = []
    for (const { route, guard } of portal.portal.files) {
      for (const { name, kind, visitor } of sampleOf(route, roles, 3)) {
        const { status, body } = await visitor.get<ProblemBody>(addresses.get(route) ?? '')
        outcomes.push({
          at: route,
          role: name,
          expected: expectedOutcome(guard, { kind }),
          got: outcome({ status, ...body }),
        })
        if (kind === (staffFiles.get(route) ?? 'patient'))
          expect([route, status]).toEqual([route, provenFiles.includes(route) ? 404 : 200])
      }
    }
    expect(outcomes.filter(differs)).toEqual([])
  })

  test('an unknown route is a 404 with a screen', async ({ roles }) => {
    for (const { name, visitor } of roles) {
      const { status, body } = await visitor.get<ProblemBody>('/ui/screens/no/such/route')
      expect([name, status, body.code, body.screen !== undefined]).toEqual([name, 404, 'route.unknown', true])
    }
  })

  test('explanations are for the staff of the practice only', async ({ roles }) => {
    const answers = await Promise.all(
      roles.map(async ({ name, visitor }) => [name, (await visitor.get('/ui/screens/?explain=1')).status]),
    )
    expect(answers.filter(([, status]) => status === 200)).toEqual([
      ['the front desk', 200],
      ['the records staff', 200],
      ['the settings staff', 200],
      ['the owner', 200],
    ])
    expect(answers.filter(([, status]) => status === 403)).toHaveLength(roles.length - 4)
  })
})

describe('on the host of no practice', () => {
  test('every screen is the invalid-site screen [1 §2.5 §8.33] [2 §8.11]', async ({ portal }) => {
    const stranger = portal.visitor('elsewhere.example')
    const routes = [...portal.portal.screens.map(({ route }) => route), '/no/such/route']
    for (const route of routes) {
      const { status, body } = await stranger.get<ProblemBody>(`/ui/screens${route.replace(/:\w+/g, 'x')}`)
      expect([route, status, body.code, body.screen !== undefined]).toEqual([route, 421, 'site.unknown', true])
    }
  })

  test('nobody can act or upload, and there are no files', async ({ portal, addresses }) => {
    const stranger = portal.visitor('elsewhere.example')
    for (const address of addresses.values())
      expect([address, (await stranger.get(address)).status]).toEqual([address, 421])
    for (const name of portal.portal.uploads.keys())
      expect([name, (await stranger.upload(name, [filePart(pdf)])).status]).toEqual([name, 421])
    for (const name of portal.portal.actions.keys())
      expect([name, (await stranger.act(name, {})).status]).toEqual([name, 421])
  })
})

describe('at Northgate, with the addresses of Lakeside', atNorthgate)

describe('a guardian limited to some parts of the portal', limitedGuardians)
