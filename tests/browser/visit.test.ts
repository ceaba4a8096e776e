import { expect } from 'vitest'
import { recordOf } from '../support/visits.ts'
import { isLit, isSeen, joinCall, leaveAll, says, visitTest } from './visit-stage.ts'

const test = visitTest()

test('a patient waits, the provider joins, both see each other, and the provider ends it [1 §1.8 §2.25 §2.72 §2.73 §4.57 §4.58 §4.59 §4.60]', async ({
  stage,
  portal,
}) => {
  const { id, patient, provider } = await stage.visitIn(2)
  const hers = await stage.patientAt(patient)
  await isSeen(hers, 'You')
  await joinCall(hers)
  await says(hers, 'Please wait. The visit starts when Grace Lindholm joins.')
  const his = await stage.providerAt(provider, 320)
  await joinCall(his)
  await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
  await says(hers, 'You are connected with Grace Lindholm.')
  expect(await his.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  await expect.poll(() => isLit(his, 'the patient')).toBe(true)
  await hers.getByRole('button', { name: 'Turn camera off' }).click()
  await says(his, 'There is no picture of the patient now.')
  await expect.poll(() => isLit(his, 'the patient')).toBe(false)
  await hers.getByRole('button', { name: 'Turn camera on' }).click()
  await expect.poll(() => isLit(his, 'the patient')).toBe(true)
  expect(await his.getByText('There is no picture of the patient now.').count()).toBe(0)

  await his.getByRole('button', { name: 'End the visit' }).click()
  await his.getByRole('dialog').getByRole('button', { name: 'End the visit' }).click()
  await Promise.all([says(hers, 'This video visit has ended.'), says(his, 'This video visit has ended.')])
  await expect.poll(async () => (await recordOf(portal, id))?.ended_at ?? null).not.toBeNull()
  await leaveAll(hers, his)
})

test('a patient who leaves ends their own part only, and can come back [1 §4.60]', async ({ stage }) => {
  const { hers, his } = await stage.call()
  await hers.getByRole('button', { name: 'Leave the visit' }).click()
  await says(hers, /You have left the video visit/)
  await says(his, /^The patient is not connected now/)
  await hers.getByRole('link', { name: 'Join again' }).click()
  await joinCall(hers)
  await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
  await leaveAll(hers, his)
})

test('a connection that was lost comes back by itself [1 §4.63]', async ({ stage }) => {
  const { hers, his } = await stage.call()
  await hers.context().setOffline(true)
  await says(hers, 'The connection was lost. Reconnecting…')
  await says(hers, 'If it does not work, please call')
  await hers.context().setOffline(false)
  await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
  await says(hers, 'You are connected with Grace Lindholm.')
  await leaveAll(hers, his)
})

test('a second window of the patient takes over, and the first is told and can take it back', async ({ stage }) => {
  const { hers: first, his, patient } = await stage.call()
  const second = await first.context().newPage()
  await second.goto(new URL(patient, first.url()).href)
  await joinCall(second)
  await says(first, 'You have joined from another device or window.')
  await isSeen(second, 'Grace Lindholm')
  await first.getByRole('button', { name: 'Continue here' }).click()
  await says(second, 'You have joined from another device or window.')
  await isSeen(first, 'Grace Lindholm')
  await leaveAll(first, his)
})

test('who refuses the camera is told so and joins without it', async ({ stage }) => {
  const { patient, provider } = await stage.visitIn(2)
  const hers = await stage.patientAt(patient, { allowed: ['microphone'] })
  await says(hers, /Your camera cannot be used/)
  expect(await hers.getByRole('button', { name: 'Try camera and microphone again' }).isVisible()).toBe(true)
  await joinCall(hers)
  const his = await stage.providerAt(provider)
  await joinCall(his)
  await isSeen(hers, 'Grace Lindholm')
  await says(his, 'You are connected with the patient.')
  expect(await hers.getByRole('button', { name: 'Turn camera off' }).count()).toBe(0)
  await leaveAll(hers, his)
})

test('who refuses both sees and hears all the same', async ({ stage }) => {
  const { patient, provider } = await stage.visitIn(2)
  const his = await stage.providerAt(provider)
  await joinCall(his)
  const hers = await stage.patientAt(patient, { allowed: [] })
  await says(hers, /Your camera and microphone cannot be used/)
  await joinCall(hers)
  await isSeen(hers, 'Grace Lindholm')
  await leaveAll(hers, his)
})
