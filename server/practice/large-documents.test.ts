import { expect, test } from 'vitest'
import { withDocument } from './large-documents.ts'

const large = 'a'.repeat(1024 * 1024)
const lengthOf = (text: string) => text.length

/** A load or a work that ends when the test says so. */
function openStep() {
  const events: string[] = []
  const ends = new Map<string, () => void>()
  const step = (name: string) =>
    new Promise<void>((resolve) => {
      events.push(name)
      ends.set(name, resolve)
    })
  const begun = (name: string) => expect.poll(() => events).toContain(name)
  const end = async (name: string) => {
    await begun(name)
    ends.get(name)?.()
  }
  return { events, step, begun, end }
}

test('two documents are loaded at a time', async () => {
  const { events, step, begun, end } = openStep()
  const open = (name: string) =>
    withDocument({ load: async () => (await step(name), name), lengthOf, work: (text) => text })
  const all = Promise.all(['a', 'b', 'c'].map((name) => open(name)))
  await begun('b')
  expect(events).toEqual(['a', 'b'])
  await end('a')
  await begun('c')
  await Promise.all([end('b'), end('c')])
  expect(await all).toEqual(['a', 'b', 'c'])
})

test('a large document that has to wait for another is loaded again when its turn comes; small ones do not wait', async () => {
  const { events, step, begun, end } = openStep()
  const open = (name: string, text: string) =>
    withDocument({
      load: () => {
        events.push(`load ${name}`)
        return Promise.resolve(text)
      },
      lengthOf,
      work: () => step(name),
    })
  const first = open('first', large)
  await begun('first')
  const second = open('second', large)
  const small = open('small', 'text')
  await end('small')
  await small
  expect(events).toEqual(['load first', 'first', 'load second', 'load small', 'small'])
  await end('first')
  await end('second')
  await Promise.all([first, second])
  expect(events.slice(5)).toEqual(['load second', 'second'])
})

test('a large document is not loaded again for somebody who has gone', async () => {
  const { events, step, begun, end } = openStep()
  const first = withDocument({ load: () => Promise.resolve(large), lengthOf, work: () => step('first') })
  await begun('first')
  const gone = new AbortController()
  let loads = 0
  const load = () => {
    loads++
    events.push(`load ${loads}`)
    return Promise.resolve(large)
  }
  const second = withDocument({ load, lengthOf, work: () => step('second'), signal: gone.signal })
  await begun('load 1')
  gone.abort(new Error('closed'))
  await end('first')
  await first
  await expect(second).rejects.toThrow('closed')
  expect(events).toEqual(['first', 'load 1'])
})
