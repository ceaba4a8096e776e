// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakePortal } from '../../tests/support/fake-portal.ts'
import { preloadable } from '../base/preloadable.tsx'
import { Overlays, type OverlayParts } from './overlays.tsx'
import { PortalContext } from '../model/portal-context.ts'

const network = new TypeError('network')
const missingFile = new TypeError('Failed to fetch dynamically imported module: /assets/dialog-layer.js')

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Renders the overlays, whose parts cannot be fetched until `failure` is removed. */
function drawOverlays(failure: Error) {
  const away: { failure: Error | undefined } = { failure }
  const part = (name: string) =>
    preloadable<object>(async () => {
      if (away.failure) throw away.failure
      return () => <p>{name}</p>
    })
  const parts: OverlayParts = { dialogLayer: part('the dialogs'), noticeLayer: part('the notices') }
  const { portal } = fakePortal({})
  render(
    <PortalContext value={portal}>
      <Overlays parts={parts} />
    </PortalContext>,
  )
  let keys = 0
  const say = (text: string, durationMs = 6000) => {
    const notice = { key: (keys += 1), tone: 'success' as const, text, durationMs }
    return act(async () => portal.notices.set([...portal.notices.get(), notice]))
  }
  return { portal, away, say }
}
const texts = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)

it('a message whose part cannot be fetched is shown plainly for as long as it should be', async () => {
  const { portal, say } = drawOverlays(network)
  await say('Saved')
  await say('Sent', 9000)
  expect(texts()).toEqual(['Saved', 'Sent'])
  await act(async () => vi.advanceTimersByTime(6000))
  expect(texts()).toEqual(['Sent'])
  await act(async () => vi.advanceTimersByTime(3000))
  expect([texts(), portal.notices.get()]).toEqual([[], []])
})

it('a message that is shown plainly can be closed', async () => {
  vi.useRealTimers()
  const { say } = drawOverlays(network)
  await say('Saved')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(texts()).toEqual([])
})

it('the next message tries again to fetch the part', async () => {
  const { say, away } = drawOverlays(network)
  await say('Saved')
  away.failure = undefined
  await say('Sent')
  expect([screen.queryByText('the notices') !== null, texts()]).toEqual([true, []])
})

it('a question that cannot be shown for want of a connection is answered no, and a message says so', async () => {
  const { portal, away } = drawOverlays(network)
  const answer = portal.dialogs.ask({ text: 'Sure?', yes: 'Yes' })
  await act(async () => undefined)
  await expect(answer).resolves.toBe(false)
  expect([portal.errorBanner.get()?.text, portal.outdated.get()]).toEqual([
    expect.stringMatching('connection was lost'),
    false,
  ])
  away.failure = undefined
  await act(async () => portal.dialogs.open('rename'))
  expect(screen.queryByText('the dialogs')).not.toBeNull()
})

it.each([
  ['on line: a newer version is offered', true, /^Something went wrong/],
  ['off line: the connection is lost', false, /^The connection was lost/],
])('a dialog whose file is not there %s', async (_, onLine, words) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  const { portal } = drawOverlays(missingFile)
  await act(async () => portal.dialogs.open('rename'))
  expect([portal.outdated.get(), portal.errorBanner.get()?.text, portal.dialogs.stack.get()]).toEqual([
    onLine,
    expect.stringMatching(words),
    [],
  ])
})
