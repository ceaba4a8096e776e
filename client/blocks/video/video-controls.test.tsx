// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { exampleOf } from '../../../tests/support/draw-block.tsx'
import { fakePortal } from '../../../tests/support/fake-portal.ts'
import { InPortal } from '../../../tests/support/in-portal.tsx'
import { VideoControls } from './video-controls.tsx'
import type { Devices } from './video-devices.ts'

afterEach(cleanup)

const track = (kind: string) => ({ kind })
// jsdom has no media; the controls read the tracks only.
const stream = { getTracks: () => [track('video'), track('audio')] } as unknown as MediaStream
const cameras = ['front', 'back'].map(
  (deviceId) => ({ deviceId, kind: 'videoinput', label: deviceId }) as MediaDeviceInfo,
) // the members that are read

function draw(more: Partial<Devices> = {}) {
  const block = { ...exampleOf('video'), phone: 'Or call the front desk.' }
  const own = { stream, off: { video: false, audio: false }, sending: { video: true, audio: true }, toggle: vi.fn() }
  const devices: Devices = {
    asking: false,
    stream,
    cameras,
    microphones: [],
    chosen: { camera: 'front' },
    choose: vi.fn(),
    again: vi.fn(),
    release: vi.fn(),
    ...more,
  }
  render(
    <InPortal portal={fakePortal({}).portal}>
      <VideoControls block={block} own={own} devices={devices} onEnd={vi.fn()} />
    </InPortal>,
  )
  return { devices, own, user: userEvent.setup() }
}

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

it('each control is a button with its words, and leaving is the last', () => {
  draw()
  expect(buttons()).toEqual(['Mute', 'Turn camera off', 'Switch camera', 'More', 'Leave'])
})

it('the camera is switched from one to the next and back to the first', async () => {
  const { devices, user } = draw({ chosen: { camera: 'back' } })
  await user.click(screen.getByRole('button', { name: 'Switch camera' }))
  expect(devices.choose).toHaveBeenCalledWith('camera', 'front')
})

it('with one camera there is nothing to switch', () => {
  draw({ cameras: cameras.slice(0, 1) })
  expect(buttons()).toEqual(['Mute', 'Turn camera off', 'More', 'Leave'])
})

it('more has the other way to reach the other', async () => {
  const { user } = draw()
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.getByText('Or call the front desk.')).toBeTruthy()
})
