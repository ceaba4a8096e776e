// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { focusBlock, focusHeading, onceDrawn } from './focus.ts'

afterEach(() => document.body.replaceChildren())

const drawBlock = () =>
  document.querySelector('main')?.insertAdjacentHTML('beforeend', '<div data-block="found"></div>')
const focused = () => document.activeElement?.getAttribute('data-block') ?? document.activeElement?.tagName

it('a block that is drawn later gets the focus then, also from the heading of the new screen', async () => {
  document.body.innerHTML = '<main><h1>Find</h1></main>'
  onceDrawn(() => focusBlock('found'))
  focusHeading()
  drawBlock()
  await expect.poll(focused).toBe('found')
})

it('a user who has moved the focus meanwhile keeps it', async () => {
  document.body.innerHTML = '<main><h1>Find</h1><button>Back</button></main>'
  let tries = 0
  onceDrawn(() => (tries++, focusBlock('found')))
  document.querySelector('button')?.focus()
  drawBlock()
  await Promise.resolve() // observers are called in microtasks
  expect([focused(), tries]).toEqual(['BUTTON', 0])
})
