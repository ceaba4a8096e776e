// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useFetched } from './use-fetched.ts'

afterEach(cleanup)

/** Renders whether the part is loaded. `draw` makes it needed or not, `connect` lets the fetch succeed. */
async function wantPart() {
  const network = new TypeError('network')
  const missed: unknown[] = []
  let isOnline = false
  const preload = () => (isOnline ? Promise.resolve() : Promise.reject(network))
  function Wanting(options: { isEnabled?: boolean; anew?: unknown }) {
    return <p>{useFetched(preload, { ...options, missed: (error) => missed.push(error) }) ? 'here' : 'not here'}</p>
  }
  const { rerender } = render(<Wanting isEnabled={false} />)
  const draw = (options: { isEnabled?: boolean; anew?: unknown }) => act(async () => rerender(<Wanting {...options} />))
  return { draw, missed, network, connect: () => void (isOnline = true) }
}
const isHere = () => screen.queryByText('here') !== null

it('a part that cannot be fetched is done without, and is fetched again when it is needed anew', async () => {
  const { draw, missed, network, connect } = await wantPart()
  expect([isHere(), missed]).toEqual([false, []])
  await draw({ isEnabled: true })
  expect([isHere(), missed]).toEqual([false, [network]])
  connect()
  await draw({ isEnabled: false })
  await draw({ isEnabled: true })
  expect([isHere(), missed]).toEqual([true, [network]])
})

it('a part that is needed all the time is fetched again when it is needed for something else', async () => {
  const { draw, missed, network, connect } = await wantPart()
  await draw({ anew: 'first' })
  await draw({ anew: 'second' })
  expect([isHere(), missed]).toEqual([false, [network, network]])
  connect()
  await draw({ anew: 'second' })
  expect(isHere()).toBe(false)
  await draw({ anew: 'third' })
  expect([isHere(), missed]).toEqual([true, [network, network]])
})
