import { expect } from 'vitest'
import type { Guard } from '../../server/protocol/guard.ts'
import { pdf } from '../support/files.ts'
import { filePart } from '../support/multipart.ts'
import type { RunningPortal } from '../support/portal.ts'
import { sampleOf } from '../support/sample.ts'
import type { Page } from './crawl/crawl.ts'
import { provenFiles } from './matrix-pages.ts'
import { isWithin, partOfTopic, type Limited } from './matrix-parts.ts'
import { test } from './matrix-test.ts'

interface Answer extends Limited {
  feature: string
  /** Of the screen, region, file, action or upload. */
  name: string
  guard: Guard
  status: number
}

/** Opens pages as the guardians, some of them each page. */
async function openPages({ portal }: RunningPortal, pages: readonly Page[], guardians: readonly Limited[]) {
  const answers: (Answer & { topics: string[] })[] = []
  for (const { name: feature, screens, regions } of portal.features)
    for (const { name, guard } of [...screens.map((each) => ({ ...each, name: each.route })), ...regions]) {
      const path = pages.find((page) => page.name === name)?.path
      expect([name, path !== undefined]).toEqual([name, true])
      for (const guardian of sampleOf(name, guardians, 3)) {
        const { status, body } = await guardian.visitor.get<unknown>(path ?? '')
        answers.push({ feature, name, guard, ...guardian, status, topics: topicsOfPatient(body) })
      }
    }
  return answers
}

/** The topics of the patient on which an answer depends, without the patient. */
function topicsOfPatient(body: unknown): string[] {
  const { topics = [], screen } = body as { topics?: string[]; screen?: { topics: string[] } } // or a problem
  return [...topics, ...(screen?.topics ?? [])].flatMap(
    (topic) => /^(?:patient:[^/]*|guest)\/(.*)$/.exec(topic)?.[1] ?? [],
  )
}

/** Returns the answers that refuse what belongs to the scope, or give what does not. */
function wrong(answers: readonly Answer[]): string[] {
  return answers.flatMap((answer) => {
    const { name, scope, status } = answer
    const isOpen = status !== 401 && status !== 403
    return isWithin(answer, scope) === isOpen ? [] : [`${name}, limited to ${scope.join()}: ${status}`]
  })
}

/** What guardians get who are limited to some parts of the portal. */
export function limitedGuardians(): void {
  let opened: ReturnType<typeof openPages> | undefined

  test('opens its screens and regions, and no others', async ({ portal, pages, guardians }) => {
    opened = openPages(portal, pages, guardians)
    expect((await opened).length).toBeGreaterThan(150)
    expect(wrong(await opened)).toEqual([])
  })

  test('hears of every change that the screens show which these parts open', async ({ portal, pages, guardians }) => {
    const shells = await Promise.all(
      guardians.map(async ({ scope, visitor }) => {
        const { body } = await visitor.get<unknown>('/ui/shell')
        return { name: 'the shell', scope, topics: topicsOfPatient(body) }
      }),
    )
    const closed = [...(await (opened ??= openPages(portal, pages, guardians))), ...shells].flatMap(
      ({ name, scope, topics }) =>
        topics
          .filter((topic) => !scope.includes(partOfTopic.get(topic) ?? 0))
          .map((topic) => `${name}, limited to ${scope.join()}: ${topic}`),
    )
    expect(closed).toEqual([])
    const known = new Set(pages.flatMap(({ body }) => topicsOfPatient(body)))
    expect([...known].toSorted()).toEqual([...partOfTopic.keys()].toSorted())
  })

  test('gets its files, and no others', async ({ portal, addresses, guardians }) => {
    const answers: Answer[] = []
    for (const { name: feature, files } of portal.portal.features)
      for (const { route, guard } of files)
        for (const guardian of sampleOf(route, guardians, 3)) {
          const { status } = await guardian.visitor.get(addresses.get(route) ?? '')
          answers.push({ feature, name: route, guard, ...guardian, status })
        }
    expect(wrong(answers)).toEqual([])
    // A mail's record needs a code that was sent to its reader.
    const missing = answers.filter((answer) => isWithin(answer, answer.scope) && answer.status !== 200)
    expect([...new Set(missing.map(({ name, status }) => `${name} ${status}`))].toSorted()).toEqual(
      provenFiles.map((route) => `${route} 404`).toSorted(),
    )
  })

  test('runs its actions and uploads, and no others', async ({ portal, guardians }) => {
    const answers: Answer[] = []
    for (const { name: feature, actions, uploads } of portal.portal.features) {
      // Signing in or out would change the role.
      for (const { name, guard } of actions.filter(
        (each) => !/^account\.(signOut|signIn|adminSignIn)$/.test(each.name),
      ))
        for (const guardian of sampleOf(name, guardians, 3))
          answers.push({ feature, name, guard, ...guardian, status: (await guardian.visitor.act(name, {})).status })
      for (const { name, guard } of uploads)
        for (const guardian of guardians)
          answers.push({
            feature,
            name,
            guard,
            ...guardian,
            status: (await guardian.visitor.upload(name, [filePart(pdf)])).status,
          })
    }
    expect(wrong(answers)).toEqual([])
  })
}
