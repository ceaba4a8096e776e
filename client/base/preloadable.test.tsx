// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { preloadable } from './preloadable.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Room = ({ name }: { name: string }) => <p>{name}</p>
const RoomComing = ({ name }: { name: string }) => <p>{name} is coming</p>

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    if (!this.state.failed) return this.props.children
    return <button onClick={() => this.setState({ failed: false })}>Again</button>
  }
}

it('shows what is coming until the component is there, and the component at once if it was fetched before', async () => {
  let arrive: (room: typeof Room) => void = () => undefined
  const load = vi.fn(() => new Promise<typeof Room>((done) => (arrive = done)))
  const room = preloadable(load, RoomComing)
  render(<room.view name="Hall" />)
  expect(screen.getByText('Hall is coming')).toBeTruthy()
  await act(async () => arrive(Room))
  expect(screen.getByText('Hall')).toBeTruthy()
  cleanup()
  render(<room.view name="Attic" />)
  expect([screen.getByText('Attic').tagName, load.mock.calls.length]).toEqual(['P', 1])
})

it('throws the failure of the fetch where it is rendered, and fetches again when it is rendered again', async () => {
  vi.spyOn(console, 'error').mockReturnValue() // React reports what a boundary caught
  const load = vi.fn(async () => Room)
  load.mockRejectedValueOnce(new TypeError('network'))
  const room = preloadable(load, RoomComing)
  await act(async () =>
    render(
      <Boundary>
        <room.view name="Hall" />
      </Boundary>,
    ),
  )
  await act(async () => screen.getByText('Again').click())
  expect([screen.getByText('Hall').tagName, load.mock.calls.length]).toEqual(['P', 2])
})
