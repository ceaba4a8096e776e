import type { Page, WebSocketRoute } from 'playwright'
import { expect } from 'vitest'
import { isTooWide, violationsOn } from './axe.ts'
import { button, isCovered, isMoving, isSeen, leaveAll, shows, visitTest } from './visit-fixture.ts'

const test = visitTest()

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

test('a camera and a microphone that go in the call are reported, and can be used again or replaced while it goes on', async ({
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
  await button(hers, 'Unmute').click()
  await his.getByText('The patient is muted.').waitFor({ state: 'detached' })

  await unplug(hers, 'audio')
  await shows(hers, 'Your microphone cannot be used. You will be seen, but not heard.')
  await shows(his, 'The patient is muted.')
  await hers.getByRole('combobox', { name: /^Microphone/ }).selectOption({ index: 1 })
  await button(hers, 'Mute').waitFor()
  await his.getByText('The patient is muted.').waitFor({ state: 'detached' })
  await isSeen(his, 'the patient')

  // The picture goes on while the browser asks for a microphone.
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

test('a connection that was lost comes back by itself [1 §4.63]', async ({ fixture }) => {
  const { hers, his } = await fixture.call()
  await hers.context().setOffline(true)
  await shows(hers, 'The connection was lost. Reconnecting…')
  await shows(hers, 'If it does not work, please call')
  for (const width of [320, 1280]) {
    await hers.setViewportSize({ width, height: 900 })
    expect([width, await violationsOn(hers), await isTooWide(hers)]).toEqual([width, [], false])
  }
  await hers.context().setOffline(false)
  await Promise.all([isSeen(hers, 'Grace Lindholm'), isSeen(his, 'the patient')])
  await shows(hers, 'You are connected with Grace Lindholm.')
  await leaveAll(hers, his)
})
