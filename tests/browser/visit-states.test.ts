import type { Page, WebSocketRoute } from 'playwright'
import { expect } from 'vitest'
import { isTooWide, violationsOn } from './axe.ts'
import { tabTo } from './people.ts'
import { isAnnounced } from './announced.ts'
import { isCovered, isMoving, isSeen, joinCall, leaveAll, shows, visitTest } from './visit-fixture.ts'

const test = visitTest()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('each state of a visit is accessible and fits at 320 and 1280 px', async ({ fixture }) => {
  const faults: string[] = []
  const look = async (page: Page, state: string) => {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      for (const violation of await violationsOn(page)) faults.push(`${state} at ${width} px: ${violation}`)
      if (await isTooWide(page)) faults.push(`${state} at ${width} px scrolls sideways`)
    }
  }
  const later = await fixture.visitIn(20)
  const { patient, provider } = await fixture.visitIn(2)
  const hers = await fixture.patientAt(later.patient)
  await shows(hers, /This page will open by itself/)
  await look(hers, 'too early')
  await hers.goto(new URL(patient, hers.url()).href)
  await isSeen(hers, 'You')
  await look(hers, 'device check')
  await joinCall(hers)
  await shows(hers, /^Please wait/)
  await look(hers, 'waiting')
  const his = await fixture.providerAt(provider)
  await joinCall(his)
  await isSeen(hers, 'Grace Lindholm')
  await look(hers, 'in call')
  await button(hers, 'Mute').click()
  await button(hers, 'Turn camera off').click()
  await shows(his, 'The patient is muted.')
  await shows(his, 'There is no picture of the patient now.')
  await look(hers, 'muted, camera off')
  await look(his, 'other muted, camera off')
  await hers.context().setOffline(true)
  await shows(hers, /^The connection was lost/)
  await look(hers, 'reconnecting')
  await hers.context().setOffline(false)
  await shows(hers, /^You are connected/)
  await button(hers, 'Leave the visit').click()
  await shows(hers, /You left/)
  await look(hers, 'left')
  await button(his, 'End the visit').click()
  await his.getByRole('dialog').waitFor()
  await look(his, 'ending')
  await his.getByRole('dialog').getByRole('button', { name: 'End the visit' }).click()
  await shows(his, 'This video visit has ended.')
  await look(his, 'ended')
  expect(faults).toEqual([])
  await leaveAll(hers, his)
})

test('a visit is joined, muted and left by keyboard, and each change is announced [1 §2.72 §2.73 §4.59 §4.61]', async ({
  fixture,
}) => {
  const { patient, provider } = await fixture.visitIn(2)
  const hers = await fixture.patientAt(patient)
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
  await leaveAll(his)
  await isAnnounced(
    hers,
    'Grace Lindholm is not connected now. Please stay here: the visit goes on when they are back.',
  )
  await tabTo(hers, /^Leave the visit/)
  await hers.keyboard.press('Enter')
  await shows(hers, /You left the video visit/)
  await leaveAll(hers)
})

test('a page that was opened too early opens by itself at its moment [1 §4.62 §9.22]', async ({ fixture, portal }) => {
  const { patient } = await fixture.visitIn(8)
  const hers = await fixture.patientAt(patient, { before: (page) => page.clock.install() })
  await shows(hers, 'You can join from 5 minutes before the visit. This page will open by itself.')
  expect(await button(hers, 'Join the visit').count()).toBe(0)
  portal.clock.aheadMs += 4 * 60_000
  await hers.clock.fastForward(4 * 60_000)
  await button(hers, 'Join the visit').waitFor()
  portal.clock.aheadMs -= 4 * 60_000
  await leaveAll(hers)
})

/** Records the tracks that the browser grants, to end them as unplugging does: browsers have no command for that. */
const withPlug = (page: Page) =>
  page.addInitScript(() => {
    const given: MediaStreamTrack[] = []
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints)
      given.push(...stream.getTracks())
      return stream
    }
    addEventListener('unplug', (event) => {
      const { detail } = event as CustomEvent<string> // sent by unplug below
      for (const track of given.filter(({ kind, readyState }) => kind === detail && readyState === 'live')) {
        track.stop()
        track.dispatchEvent(new Event('ended'))
      }
    })
  })
const unplug = (page: Page, kind: 'video' | 'audio') =>
  page.evaluate((detail) => void dispatchEvent(new CustomEvent('unplug', { detail })), kind)

test('a camera that is unplugged in the call is reported, and can be used again while the call goes on', async ({
  fixture,
}) => {
  const { hers, his } = await fixture.call(withPlug)
  await button(hers, 'Mute').click()
  await unplug(hers, 'video')
  await shows(hers, 'Your camera cannot be used. You will be heard, but not seen.')
  await shows(his, 'There is no picture of the patient now.')
  await isSeen(hers, 'Grace Lindholm')
  expect(await button(hers, 'Turn camera off').count()).toBe(0)
  await button(hers, 'Try camera and microphone again').click()
  await Promise.all([isSeen(hers, 'You'), isSeen(his, 'the patient')])
  await shows(his, 'The patient is muted.')
  expect(await his.getByText('There is no picture of the patient now.').count()).toBe(0)
  await leaveAll(hers, his)
})

test('a microphone that goes in the call is reported, and another can be chosen', async ({ fixture }) => {
  const { hers, his } = await fixture.call(withPlug)
  await unplug(hers, 'audio')
  await shows(hers, 'Your microphone cannot be used. You will be seen, but not heard.')
  await shows(his, 'The patient is muted.')
  await hers.getByRole('combobox', { name: /^Microphone/ }).selectOption({ index: 1 })
  await button(hers, 'Mute').waitFor()
  await his.getByText('The patient is muted.').waitFor({ state: 'detached' })
  await isSeen(his, 'the patient')
  await leaveAll(hers, his)
})

test('the picture of the other stays in sight while only the connection to the server is gone', async ({ fixture }) => {
  const open: WebSocketRoute[] = []
  let isCut = false
  const before = (page: Page) =>
    page.routeWebSocket(/\/ui\/live/, (socket) => {
      if (isCut) return
      const server = socket.connectToServer()
      // The server does not notice the cut.
      socket.onClose(() => undefined)
      server.onClose(() => undefined)
      open.push(socket)
    })
  const { hers, his } = await fixture.call(before)
  // Only her side notices it, as when the server restarts.
  isCut = true
  await Promise.all(open.map((socket) => socket.close()))
  await shows(hers, /^The connection was lost/)
  expect(await isCovered(hers, 'Grace Lindholm')).toBe(false)
  expect(await isMoving(hers, 'Grace Lindholm')).toBe(true)
  await leaveAll(hers, his)
})

test('a picture goes on while the browser asks for a microphone', async ({ fixture }) => {
  const { hers, his } = await fixture.call(withPlug)
  await unplug(hers, 'audio')
  await shows(his, 'The patient is muted.')
  await hers.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined)
  })
  await button(hers, 'Try camera and microphone again').click()
  await shows(hers, /^Please allow your browser/)
  expect(await isMoving(his, 'the patient')).toBe(true)
  await leaveAll(hers, his)
})

test('a camera that cannot take the place of the former in a connection is sent in a new one', async ({ fixture }) => {
  const { hers, his } = await fixture.call(withPlug)
  await hers.evaluate(() => {
    RTCRtpSender.prototype.replaceTrack = () => Promise.reject(new Error('no'))
  })
  await unplug(hers, 'video')
  await shows(his, 'There is no picture of the patient now.')
  await button(hers, 'Try camera and microphone again').click()
  await isSeen(hers, 'You')
  await expect.poll(() => isMoving(his, 'the patient')).toBe(true)
  await leaveAll(hers, his)
})

test('who signs out in another window is out of the call at once', async ({ fixture }) => {
  const { hers, his } = await fixture.call()
  const other = await hers.context().newPage()
  await other.goto(new URL('/user/home/dashboard', hers.url()).href)
  await other.getByRole('button', { name: /Maria/ }).first().click()
  await other.getByText('Logout', { exact: true }).first().click()
  await shows(his, /^The patient is not connected now/)
  await expect.poll(() => hers.locator('video').count()).toBe(0)
  await leaveAll(hers, his)
})
