import { expect } from 'vitest'
import type { Guard } from '../../server/protocol/guard.ts'
import { guardianAt } from '../support/guardians.ts'
import { sampleOf } from '../support/sample.ts'
import {
  actionOutcomes,
  expectedOutcome,
  leaks,
  notViewed,
  outcome,
  uploadOutcomes,
  type Outcome,
  type ProblemBody,
} from './matrix-outcomes.ts'
import { isWithin, type Limited } from './matrix-parts.ts'
import type { Role } from './matrix-roles.ts'
import { test } from './matrix-test.ts'

/** Whom a guard admits may still find that Northgate has switched the part off. */
const differs = ({ expected, got }: Outcome) =>
  expected !== got && !(expected === 'admitted' && got === '403 route.off')

/** What the people of Northgate get at the addresses that the people of Lakeside open. */
export function atNorthgate(): void {
  test('every screen and region answers what its guard says, and nothing of Lakeside', async ({
    portal,
    pages,
    northgate: roles,
  }) => {
    const outcomes: Outcome[] = []
    const leaked: string[] = []
    const see = async ({ at, path, guard }: { at: string; path: string; guard: Guard }, role: Role) => {
      const { status, body } = await role.visitor.get<ProblemBody>(path)
      const next = path.startsWith('/ui/screens') ? path.replace('/ui/screens', '') : undefined
      outcomes.push({
        at,
        role: role.name,
        expected:
          role.kind === 'viewer' && notViewed.has(at)
            ? '403 access.viewing'
            : expectedOutcome(guard, { kind: role.kind, ...(next === undefined ? {} : { next }) }),
        got: outcome({ status, ...body }),
      })
      leaked.push(...leaks(body).map((word) => `${at}, ${role.name}: ${word}`))
    }
    const all = [
      ...portal.portal.screens.map(({ route, guard }) => ({ at: route, guard })),
      ...[...portal.portal.regions.values()].map(({ name, guard }) => ({ at: name, guard })),
    ]
    for (const { at, guard } of all) {
      const path = pages.find(({ name }) => name === at)?.path ?? expect.fail(`nobody opened ${at}`)
      for (const role of sampleOf(at, roles, 3)) await see({ at, path, guard }, role)
    }
    expect(outcomes.length).toBeGreaterThan(all.length * 2)
    expect(outcomes.filter(differs)).toEqual([])
    expect(leaked).toEqual([])
  })

  test('every action and upload answers what its guard says', async ({ portal, northgate: roles }) => {
    const outcomes = [...(await actionOutcomes(portal, roles)), ...(await uploadOutcomes(portal, roles))]
    expect(outcomes.filter(differs)).toEqual([])
  })

  test('every file answers what its guard says, and no file of a record is there', async ({
    portal,
    addresses,
    northgate: roles,
  }) => {
    const outcomes: Outcome[] = []
    const given: string[] = []
    for (const [route, address] of addresses) {
      const { guard } = portal.portal.files.find((each) => each.route === route) ?? expect.fail(`no file ${route}`)
      for (const { name, kind, visitor } of roles) {
        const { status, body } = await visitor.get<ProblemBody>(address)
        outcomes.push({
          at: route,
          role: name,
          expected: expectedOutcome(guard, { kind }),
          got: outcome({ status, ...body }),
        })
        if (status === 200 && route.includes(':')) given.push(`${route}, ${name}`)
      }
    }
    expect(outcomes.filter(differs)).toEqual([])
    expect(given).toEqual([])
  })

  test('guardians who are limited to a part open that part and no other', async ({ portal, pages }) => {
    const owner = await portal.signIn('ben.carter')
    const guardians: Limited[] = []
    for (const part of [1, 2, 3, 4, 5, 6, 7]) {
      const scope = [part]
      guardians.push({ scope, visitor: await guardianAt(portal, { owner, scope, practice: 'northgate' }) })
    }
    const wrong: string[] = []
    let refused = 0
    for (const { name: feature, screens, regions } of portal.portal.features)
      for (const { name, guard } of [...screens.map((each) => ({ ...each, name: each.route })), ...regions]) {
        // A link to a visit is its own proof; that of another practice is unknown to everybody.
        if (notViewed.has(name)) continue
        const path = pages.find((page) => page.name === name)?.path ?? expect.fail(`nobody opened ${name}`)
        for (const { scope, visitor } of sampleOf(name, guardians, 3)) {
          const { status, body } = await visitor.get<ProblemBody>(path)
          const isOff = status === 403 && body.code === 'route.off'
          const isOpen = status !== 401 && status !== 403
          if (!isOpen) refused += 1
          const expected = isWithin({ feature, name, guard }, scope)
          if (!isOff && expected !== isOpen) wrong.push(`${name}, limited to ${scope.join()}: ${status}`)
        }
      }
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(100)
  })
}
