// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useFetched } from './use-fetched.ts'

afterEach(cleanup)

it('a part that cannot be fetched is done without, and is fetched again when it is wanted anew', async () => {
  let isOnline = false
  let missed = 0
  const preload = () => (isOnline ? Promise.resolve() : Promise.reject(new TypeError('network')))
  function Wanting({ isWanted }: { isWanted: boolean }) {
    return <p>{useFetched(preload, { isWanted, missed: () => void (missed += 1) }) ? 'here' : 'not here'}</p>
  }
  const { rerender } = render(<Wanting isWanted={false} />)
  expect([screen.queryByText('not here') === null, missed]).toEqual([false, 0])
  const draw = (isWanted: boolean) => act(async () => rerender(<Wanting isWanted={isWanted} />))
  await draw(true)
  expect([screen.queryByText('not here') === null, missed]).toEqual([false, 1])
  isOnline = true
  await draw(false)
  await draw(true)
  expect([screen.queryByText('here') === null, missed]).toEqual([false, 1])
})
