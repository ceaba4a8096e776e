import type { BrowserContext, Page } from 'playwright'
import { expect } from 'vitest'
import { bookVisit, linksOf, type VisitLinks } from '../support/visits.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'
import { openContext, signInAs } from './people.ts'
import { until } from '../support/waiting.ts'

type Device = 'camera' | 'microphone'
const both: Device[] = ['camera', 'microphone']

/** A patient and a provider with fake devices, each in a browser context of their own. */
export interface VisitFixture {
  /** Books a visit in that many minutes, of Maria with Grace Lindholm. */
  visitIn(minutes: number): Promise<VisitLinks & { id: string }>
  patientAt(
    address: string,
    more?: { allowed?: Device[]; width?: number; before?: (page: Page) => Promise<unknown> },
  ): Promise<Page>
  providerAt(address: string, width?: number): Promise<Page>
  /** A visit in two minutes in which both see each other: her page, his, and her address. */
  call(before?: (page: Page) => Promise<unknown>): Promise<{ hers: Page; his: Page; patient: string }>
}

/** The `test` of a file about video visits: `fixture` besides `portal` and `browser`. */
export const visitTest = () =>
  browserTest({ usesCamera: true }).extend('fixture', async ({ portal, browser }) =>
    openVisitFixture({ portal, browser }),
  )

function openVisitFixture({ portal, browser }: BrowserFixtures): VisitFixture {
  const { port } = portal
  const site = `http://lakeside.localhost:${port}`
  const allow = (context: BrowserContext, devices: Device[]) => context.grantPermissions(devices, { origin: site })
  const fixture: VisitFixture = {
    visitIn: async (minutes) => {
      const startsAt = new Date(portal.portal.now().getTime() + minutes * 60_000)
      const id = await bookVisit(portal.records, { startsAt })
      return { id, ...(await linksOf(portal, await portal.signIn('maria.alvarez'), id)) }
    },
    patientAt: async (address, { allowed = both, width, before } = {}) => {
      const page = await signInAs('maria.alvarez', { browser, port, width })
      await allow(page.context(), allowed)
      await before?.(page)
      await page.goto(site + address)
      return page
    },
    providerAt: async (address, width) => {
      const context = await openContext({ browser, width })
      await allow(context, both)
      const page = await context.newPage()
      await page.goto(site + address)
      return page
    },
    call: async (before) => {
      const { patient, provider } = await fixture.visitIn(2)
      const hers = await fixture.patientAt(patient, { before })
      await isSeen(hers, 'You')
      await joinCall(hers)
      const his = await fixture.providerAt(provider)
      await joinCall(his)
      await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
      return { hers, his, patient }
    },
  }
  return fixture
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const joinCall = (page: Page) => page.getByRole('button', { name: 'Join the visit' }).click()
export const shows = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()

/** Frames arrive: the picture has a size, and its time advances. */
export async function isSeen(page: Page, name: string): Promise<void> {
  const picture = page.getByLabel(name, { exact: true }).and(page.locator('video'))
  const frame = () => picture.evaluate((video: HTMLVideoElement) => [video.videoWidth, video.currentTime] as const)
  await expect.poll(async () => (await frame())[0]).toBeGreaterThan(0)
  const [, before] = await frame()
  await expect.poll(async () => (await frame())[1]).toBeGreaterThan(before + 0.2)
}

/** Whether the received picture has any light: a camera that is off sends black. */
export function isLit(page: Page, name: string): Promise<boolean> {
  return page
    .getByLabel(name, { exact: true })
    .and(page.locator('video'))
    .evaluate((video: HTMLVideoElement) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 16, height: 16 })
      const drawing = canvas.getContext('2d')
      drawing?.drawImage(video, 0, 0, 16, 16)
      return drawing?.getImageData(0, 0, 16, 16).data.some((value, index) => index % 4 < 3 && value > 40) ?? false
    })
}

/** Whether more frames arrive than can have been in transit. */
export async function isMoving(page: Page, name: string): Promise<boolean> {
  const frames = () =>
    page
      .getByLabel(name, { exact: true })
      .and(page.locator('video'))
      .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
  const before = await frames()
  return until('the picture moves', async () => (await frames()) > before + 10, 20_000).catch(() => false)
}

/** Whether an element covers the middle of the picture. */
export function isCovered(page: Page, name: string): Promise<boolean> {
  return page
    .getByLabel(name, { exact: true })
    .and(page.locator('video'))
    .evaluate((video) => {
      video.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = video.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) !== video
    })
}

export function leaveAll(...pages: Page[]): Promise<void[]> {
  return Promise.all(pages.map((page) => page.context().close()))
}
