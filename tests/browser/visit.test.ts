import type { Page } from 'playwright'
import { expect } from 'vitest'
import { recordOf } from '../support/visits.ts'
import { isAnnounced } from './announced.ts'
import { isTooWide, violationsOn } from './axe.ts'
import { tabTo } from './people.ts'
import { button, isLit, isSeen, joinCall, leaveAll, shows, visitTest } from './visit-fixture.ts'

const test = visitTest()

test('a patient waits, the provider joins, both see each other, and the provider ends it: each state is accessible and fits at 320 and 1280 px [1 §1.8 §2.25 §2.72 §2.73 §4.57 §4.58 §4.59 §4.60] [2 §2.34]', async ({
  fixture,
  portal,
}) => {
  const faults: string[] = []
  const look = async (page: Page, state: string) => {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      for (const violation of await violationsOn(page)) faults.push(`${state} at ${width} px: ${violation}`)
      if (await isTooWide(page)) faults.push(`${state} at ${width} px scrolls sideways`)
    }
  }
  const later = await fixture.visitIn(20)
  const { id, patient, provider } = await fixture.visitIn(2)
  const hers = await fixture.patientAt(later.patient)
  await shows(hers, /This page will open by itself/)
  expect(await button(hers, 'Join the visit').count()).toBe(0)
  await look(hers, 'too early')
  await hers.goto(new URL(patient, hers.url()).href)
  await isSeen(hers, 'You')
  await look(hers, 'device check')
  await joinCall(hers)
  await shows(hers, 'Please wait. The visit starts when Grace Lindholm joins.')
  await look(hers, 'waiting')
  const stage = await hers.getByRole('region', { name: 'Grace Lindholm' }).boundingBox()
  expect(stage).toEqual({ x: 0, y: 0, ...hers.viewportSize() })
  expect(await hers.locator('header').evaluate((header) => header.hasAttribute('inert'))).toBe(true)
  const his = await fixture.providerAt(provider)
  await joinCall(his)
  await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
  await shows(hers, 'You are connected with Grace Lindholm.')
  await look(hers, 'in call')

  await expect.poll(() => isLit(his, 'the patient')).toBe(true)
  await button(hers, 'Mute').click()
  await button(hers, 'Turn camera off').click()
  await shows(his, 'The patient is muted.')
  await shows(his, 'There is no picture of the patient now.')
  await expect.poll(() => isLit(his, 'the patient')).toBe(false)
  await look(hers, 'muted, camera off')
  await look(his, 'other muted, camera off')
  await button(hers, 'Turn camera on').click()
  await expect.poll(() => isLit(his, 'the patient')).toBe(true)
  expect(await his.getByText('There is no picture of the patient now.').count()).toBe(0)

  await button(his, 'End the visit').click()
  await his.getByRole('dialog').waitFor()
  await look(his, 'ending')
  await his.getByRole('dialog').getByRole('button', { name: 'End the visit' }).click()
  await Promise.all([shows(hers, 'This video visit has ended.'), shows(his, 'This video visit has ended.')])
  await look(his, 'ended')
  expect(await hers.locator('header').evaluate((header) => header.hasAttribute('inert'))).toBe(false)
  await expect.poll(async () => (await recordOf(portal, id))?.ended_at ?? null).not.toBeNull()
  expect(faults).toEqual([])
  await leaveAll(hers, his)
})

test('a patient joins, mutes, leaves and comes back by keyboard at 320 px, and each change is announced [1 §2.72 §2.73 §4.59 §4.60 §4.61]', async ({
  fixture,
}) => {
  const { patient, provider } = await fixture.visitIn(2)
  const hers = await fixture.patientAt(patient, { width: 320 })
  await isSeen(hers, 'You')
  await tabTo(hers, /^Join the visit/)
  await hers.keyboard.press('Enter')
  await isAnnounced(hers, 'Please wait. The visit starts when Grace Lindholm joins.')
  expect(await hers.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Grace Lindholm')
  const his = await fixture.providerAt(provider)
  await joinCall(his)
  await isAnnounced(hers, 'You are connected with Grace Lindholm.')
  await tabTo(hers, /^Mute/)
  await hers.keyboard.press('Space')
  await isAnnounced(hers, 'You are muted.')
  await hers.keyboard.press('Space')
  await isAnnounced(hers, 'Your microphone is on.')
  await tabTo(hers, /^Leave the visit/)
  await hers.keyboard.press('Enter')
  await shows(hers, /You left the video visit/)
  expect([await violationsOn(hers), await isTooWide(hers)]).toEqual([[], false])
  await shows(his, /^The patient is not connected now/)
  await tabTo(hers, /^Join again/)
  await hers.keyboard.press('Enter')
  await joinCall(hers)
  await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
  await leaveAll(his)
  await isAnnounced(
    hers,
    'Grace Lindholm is not connected now. Please stay here: the visit goes on when they are back.',
  )
  await leaveAll(hers)
})

test('a second window takes over, the first can take it back, and who signs out in one is out of the call at once', async ({
  fixture,
}) => {
  const { hers: first, his, patient } = await fixture.call()
  const second = await first.context().newPage()
  await second.goto(new URL(patient, first.url()).href)
  await joinCall(second)
  await shows(first, 'You have joined from another device or window.')
  await isSeen(second, 'Grace Lindholm')
  await first.getByRole('button', { name: 'Continue here' }).click()
  await shows(second, 'You have joined from another device or window.')
  await isSeen(first, 'Grace Lindholm')

  await second.goto(new URL('/user/home/dashboard', first.url()).href)
  await second.getByRole('button', { name: /Maria/ }).first().click()
  await second.getByText('Logout', { exact: true }).first().click()
  await shows(his, /^The patient is not connected now/)
  await expect.poll(() => first.locator('video').count()).toBe(0)
  await leaveAll(first, his)
})

test('who refuses the camera, or the microphone too, reads so and takes part all the same', async ({ fixture }) => {
  const { patient, provider } = await fixture.visitIn(2)
  const his = await fixture.providerAt(provider)
  await joinCall(his)
  const hers = await fixture.patientAt(patient, { allowed: ['microphone'] })
  await shows(hers, /Your camera cannot be used/)
  expect(await button(hers, 'Try camera and microphone again').isVisible()).toBe(true)
  await joinCall(hers)
  await isSeen(hers, 'Grace Lindholm')
  await shows(his, 'You are connected with the patient.')
  expect(await button(hers, 'Turn camera off').count()).toBe(0)
  await leaveAll(hers)
  const again = await fixture.patientAt(patient, { allowed: [] })
  await shows(again, /Your camera and microphone cannot be used/)
  await joinCall(again)
  await isSeen(again, 'Grace Lindholm')
  await leaveAll(again, his)
})
