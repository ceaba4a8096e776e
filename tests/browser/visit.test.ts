import { expect } from 'vitest'
import { recordOf } from '../support/visits.ts'
import { isLit, isSeen, joinCall, leaveAll, shows, visitTest } from './visit-fixture.ts'

const test = visitTest()

test('a patient waits, the provider joins, both see each other, and the provider ends it [1 §1.8 §2.25 §2.72 §2.73 §4.57 §4.58 §4.59 §4.60] [2 §2.34]', async ({
  fixture,
  portal,
}) => {
  const { id, patient, provider } = await fixture.visitIn(2)
  const hers = await fixture.patientAt(patient)
  await isSeen(hers, 'You')
  await joinCall(hers)
  await shows(hers, 'Please wait. The visit starts when Grace Lindholm joins.')
  const stage = await hers.getByRole('region', { name: 'Grace Lindholm' }).boundingBox()
  expect(stage).toEqual({ x: 0, y: 0, ...hers.viewportSize() })
  expect(await hers.locator('header').evaluate((header) => header.hasAttribute('inert'))).toBe(true)
  const his = await fixture.providerAt(provider, 320)
  await joinCall(his)
  await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
  await shows(hers, 'You are connected with Grace Lindholm.')
  expect(await his.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  await expect.poll(() => isLit(his, 'the patient')).toBe(true)
  await hers.getByRole('button', { name: 'Turn camera off' }).click()
  await shows(his, 'There is no picture of the patient now.')
  await expect.poll(() => isLit(his, 'the patient')).toBe(false)
  await hers.getByRole('button', { name: 'Turn camera on' }).click()
  await expect.poll(() => isLit(his, 'the patient')).toBe(true)
  expect(await his.getByText('There is no picture of the patient now.').count()).toBe(0)

  await his.getByRole('button', { name: 'End the visit' }).click()
  await his.getByRole('dialog').getByRole('button', { name: 'End the visit' }).click()
  await Promise.all([shows(hers, 'This video visit has ended.'), shows(his, 'This video visit has ended.')])
  expect(await hers.locator('header').evaluate((header) => header.hasAttribute('inert'))).toBe(false)
  await expect.poll(async () => (await recordOf(portal, id))?.ended_at ?? null).not.toBeNull()
  await leaveAll(hers, his)
})

test('a patient who leaves ends their own part only, and can come back [1 §4.60]', async ({ fixture }) => {
  const { hers, his } = await fixture.call()
  await hers.getByRole('button', { name: 'Leave the visit' }).click()
  await shows(hers, /You left the video visit/)
  await shows(his, /^The patient is not connected now/)
  await hers.getByRole('link', { name: 'Join again' }).click()
  await joinCall(hers)
  await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
  await leaveAll(hers, his)
})

test('a connection that was lost comes back by itself [1 §4.63]', async ({ fixture }) => {
  const { hers, his } = await fixture.call()
  await hers.context().setOffline(true)
  await shows(hers, 'The connection was lost. Reconnecting…')
  await shows(hers, 'If it does not work, please call')
  await hers.context().setOffline(false)
  await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
  await shows(hers, 'You are connected with Grace Lindholm.')
  await leaveAll(hers, his)
})

test('a second window of the patient takes over, and the first is notified and can take it back', async ({
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
  await leaveAll(first, his)
})

test('who refuses the camera sees a notice and joins without it', async ({ fixture }) => {
  const { patient, provider } = await fixture.visitIn(2)
  const hers = await fixture.patientAt(patient, { allowed: ['microphone'] })
  await shows(hers, /Your camera cannot be used/)
  expect(await hers.getByRole('button', { name: 'Try camera and microphone again' }).isVisible()).toBe(true)
  await joinCall(hers)
  const his = await fixture.providerAt(provider)
  await joinCall(his)
  await isSeen(hers, 'Grace Lindholm')
  await shows(his, 'You are connected with the patient.')
  expect(await hers.getByRole('button', { name: 'Turn camera off' }).count()).toBe(0)
  await leaveAll(hers, his)
})

test('who refuses both sees and hears all the same', async ({ fixture }) => {
  const { patient, provider } = await fixture.visitIn(2)
  const his = await fixture.providerAt(provider)
  await joinCall(his)
  const hers = await fixture.patientAt(patient, { allowed: [] })
  await shows(hers, /Your camera and microphone cannot be used/)
  await joinCall(hers)
  await isSeen(hers, 'Grace Lindholm')
  await leaveAll(hers, his)
})
