// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserHistory } from './browser-history.ts'

beforeEach(() => {
  sessionStorage.clear()
  window.history.replaceState(null, '', '/first')
  vi.stubGlobal('scrollTo', (_left: number, top: number) => vi.stubGlobal('scrollY', top))
  vi.stubGlobal('scrollY', 0)
})
afterEach(() => void vi.unstubAllGlobals())

const push = { replace: false, keepScroll: false }

function opened() {
  const own = browserHistory()
  const returns: [path: string, top: number][] = []
  own.onReturn(({ path, top }) => void returns.push([path, top]))
  const back = async () => {
    const before = returns.length
    window.history.back()
    await expect.poll(() => returns.length).toBe(before + 1)
  }
  return { ...own, returns, browserBack: back }
}

test('an address is the path with its query', () => {
  const { path, go } = opened()
  go('/second?page=2#rest', push)
  expect(path()).toBe('/second?page=2')
})

test('a screen is read from its top, unless it stays the same screen', () => {
  const { go } = opened()
  scrollTo(0, 500)
  go('/first?page=2', { replace: false, keepScroll: true })
  expect(scrollY).toBe(500)
  go('/second', push)
  expect(scrollY).toBe(0)
})

test('who goes back learns the address, and how far down it was left', async () => {
  const { go, returns, browserBack } = opened()
  scrollTo(0, 700)
  go('/second', push)
  scrollTo(0, 300)
  go('/third', push)
  await browserBack()
  await browserBack()
  expect(returns).toEqual([
    ['/second', 300],
    ['/first', 700],
  ])
})

test('a replaced address is not one to go back to', async () => {
  const { go, returns, browserBack } = opened()
  go('/second', push)
  go('/third', { ...push, replace: true })
  await browserBack()
  expect(returns).toEqual([['/first', 0]])
})

test('there is nothing to go back to from the first page, also after it is loaded again', () => {
  const { back, go } = opened()
  expect(back()).toBe(false)
  go('/second', push)
  expect(opened().back()).toBe(true)
})

test('an entry of the browser itself, such as for a hash, keeps its place in the order', async () => {
  const { back, go } = opened()
  go('/second', push)
  location.hash = 'rest'
  await expect.poll(() => location.hash).toBe('#rest')
  expect(back()).toBe(true)
})

test('a page that is loaded again learns how far down it was left, and where the earlier screens were', async () => {
  const { go, firstTop } = opened()
  expect(firstTop).toBeUndefined()
  scrollTo(0, 700)
  go('/second', push)
  scrollTo(0, 300)
  dispatchEvent(new Event('pagehide'))
  const again = opened()
  expect(again.firstTop).toBe(300)
  await again.browserBack()
  expect(again.returns).toEqual([['/first', 700]])
})

test('a page that is opened anew begins at its top', () => {
  const { go } = opened()
  scrollTo(0, 700)
  go('/second', push)
  dispatchEvent(new Event('pagehide'))
  window.history.pushState(null, '', '/first')
  expect(opened().firstTop).toBeUndefined()
})
