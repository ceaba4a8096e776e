import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { startPortal, type RunningPortal } from '../support/portal.ts'
import { bookVisit, linksOf, recordOf, type VisitLinks } from '../support/visits.ts'
import { openContext, signInAs } from './people.ts'

const clientFolder = join(import.meta.dirname, '..', '..', 'dist', 'client')

let portal: RunningPortal
let browser: Browser
beforeAll(async () => {
  portal = await startPortal({ clientFolder })
  browser = await launchChromium({ devices: true })
})
afterAll(async () => {
  await browser.close()
  await portal.close()
})

const site = () => `http://lakeside.localhost:${new URL(portal.url).port}`

async function visitNow(): Promise<VisitLinks & { id: string }> {
  const id = await bookVisit(portal.records, { startsAt: new Date(Date.now() + 2 * 60_000) })
  return { id, ...(await linksOf(portal, await portal.signIn('maria.alvarez'), id)) }
}

type Leave = 'camera' | 'microphone'

async function patientAt(address: string, allowed: Leave[] = ['camera', 'microphone']): Promise<Page> {
  const page = await signInAs('maria.alvarez', { browser, port: Number(new URL(portal.url).port) })
  await page.context().grantPermissions(allowed, { origin: site() })
  await page.goto(site() + address)
  return page
}

async function providerAt(address: string, width = 1280): Promise<{ page: Page; context: BrowserContext }> {
  const context = await openContext({ browser, width })
  await context.grantPermissions(['camera', 'microphone'], { origin: site() })
  const page = await context.newPage()
  await page.goto(site() + address)
  return { page, context }
}

const joinCall = (page: Page) => page.getByRole('button', { name: 'Join the visit' }).click()
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()

/** Frames arrive: the picture has a size, and its time goes on. */
async function isSeen(page: Page, name: string): Promise<void> {
  const picture = page.getByLabel(name, { exact: true }).and(page.locator('video'))
  const frame = () => picture.evaluate((video: HTMLVideoElement) => [video.videoWidth, video.currentTime] as const)
  await expect.poll(async () => (await frame())[0], { timeout: 20_000 }).toBeGreaterThan(0)
  const [, before] = await frame()
  await expect.poll(async () => (await frame())[1], { timeout: 10_000 }).toBeGreaterThan(before + 0.2)
}

/** Of what arrives, whether there is any light in it: a camera that is off sends black. */
function isLit(page: Page, name: string): Promise<boolean> {
  return page
    .getByLabel(name, { exact: true })
    .and(page.locator('video'))
    .evaluate((video: HTMLVideoElement) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 16, height: 16 })
      const pen = canvas.getContext('2d')
      pen?.drawImage(video, 0, 0, 16, 16)
      return pen?.getImageData(0, 0, 16, 16).data.some((value, index) => index % 4 < 3 && value > 40) ?? false
    })
}

test('a patient waits, the provider joins, both see each other, and the provider ends it', async () => {
  const { id, patient, provider } = await visitNow()
  const hers = await patientAt(patient)
  await isSeen(hers, 'You')
  await joinCall(hers)
  await says(hers, 'Please wait. The visit starts when Grace Lindholm joins.')
  const { page: his, context } = await providerAt(provider, 320)
  await joinCall(his)
  await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
  await says(hers, 'You are connected with Grace Lindholm.')
  expect(await his.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  const hide = hers.getByRole('button', { name: 'Turn camera off' })
  await expect.poll(() => isLit(his, 'the patient'), { timeout: 10_000 }).toBe(true)
  await hide.click()
  expect(await hide.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => isLit(his, 'the patient'), { timeout: 10_000 }).toBe(false)
  await hide.click()
  await expect.poll(() => isLit(his, 'the patient'), { timeout: 10_000 }).toBe(true)
  const mute = hers.getByRole('button', { name: 'Mute' })
  await mute.press('Space')
  expect(await mute.getAttribute('aria-pressed')).toBe('true')

  await his.getByRole('button', { name: 'End the visit' }).click()
  await his.getByRole('dialog').getByRole('button', { name: 'End the visit' }).click()
  await Promise.all([says(hers, 'This video visit has ended.'), says(his, 'This video visit has ended.')])
  await expect.poll(async () => (await recordOf(portal, id))?.ended_at ?? null, { timeout: 10_000 }).not.toBeNull()
  await Promise.all([hers.context().close(), context.close()])
})

test('a patient who leaves ends their own part only, and can come back', async () => {
  const { patient, provider } = await visitNow()
  const hers = await patientAt(patient)
  await joinCall(hers)
  const { page: his, context } = await providerAt(provider)
  await joinCall(his)
  await isSeen(his, 'the patient')
  await hers.getByRole('button', { name: 'Leave the visit' }).click()
  await says(hers, /You have left the video visit/)
  await says(his, 'Waiting for the patient to join.')
  await hers.getByRole('link', { name: 'Join again' }).click()
  await joinCall(hers)
  await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
  await Promise.all([hers.context().close(), context.close()])
})

test('a connection that was lost comes back by itself', async () => {
  const { patient, provider } = await visitNow()
  const hers = await patientAt(patient)
  await joinCall(hers)
  const { page: his, context } = await providerAt(provider)
  await joinCall(his)
  await isSeen(hers, 'Grace Lindholm')
  await hers.context().setOffline(true)
  await says(hers, 'The connection was lost. Reconnecting…')
  await says(hers, 'If it does not work, please call')
  await hers.context().setOffline(false)
  await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
  await says(hers, 'You are connected with Grace Lindholm.')
  await Promise.all([hers.context().close(), context.close()])
})

test('a second window of the patient takes over, and the first is told and can take it back', async () => {
  const { patient, provider } = await visitNow()
  const first = await patientAt(patient)
  await joinCall(first)
  const { page: his, context } = await providerAt(provider)
  await joinCall(his)
  await isSeen(his, 'the patient')
  const second = await first.context().newPage()
  await second.goto(site() + patient)
  await joinCall(second)
  await says(first, 'You have joined from another device or window.')
  await isSeen(second, 'Grace Lindholm')
  await first.getByRole('button', { name: 'Continue here' }).click()
  await says(second, 'You have joined from another device or window.')
  await isSeen(first, 'Grace Lindholm')
  await Promise.all([first.context().close(), context.close()])
})

test('who refuses the camera is told so and joins without it', async () => {
  const { patient, provider } = await visitNow()
  const hers = await patientAt(patient, ['microphone'])
  await says(hers, /Your camera cannot be used. You can join without it/)
  expect(await hers.getByRole('button', { name: 'Try camera and microphone again' }).isVisible()).toBe(true)
  await joinCall(hers)
  const { page: his, context } = await providerAt(provider)
  await joinCall(his)
  await isSeen(hers, 'Grace Lindholm')
  await says(his, 'You are connected with the patient.')
  expect(await hers.getByRole('button', { name: 'Turn camera off' }).count()).toBe(0)
  await Promise.all([hers.context().close(), context.close()])
})

test('who refuses both sees and hears all the same', async () => {
  const { patient, provider } = await visitNow()
  const { page: his, context } = await providerAt(provider)
  await joinCall(his)
  const hers = await patientAt(patient, [])
  await says(hers, /Your camera and microphone cannot be used/)
  await joinCall(hers)
  await isSeen(hers, 'Grace Lindholm')
  await Promise.all([hers.context().close(), context.close()])
})
