// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { preloadable } from '../base/preloadable.tsx'
import { SendingDialog } from './sending-dialog.tsx'
import { Sending } from './sending.tsx'
import type { Progress } from './use-sending.ts'

afterEach(cleanup)

/** Renders the progress of an upload, whose dialog cannot be fetched before `connect`. */
async function drawSending() {
  let isOnline = false
  let stops = 0
  const dialog = preloadable(async () => {
    if (!isOnline) throw new TypeError('network')
    return SendingDialog
  })
  const page = (progress?: Progress) => (
    <Sending
      words={{ text: 'Sending...', cancel: 'Stop' }}
      progress={progress}
      cancel={() => void (stops += 1)}
      dialog={dialog}
    />
  )
  const { rerender } = await act(async () => render(page()))
  return {
    send: (progress?: Progress) => act(async () => rerender(page(progress))),
    stops: () => stops,
    connect: () => void (isOnline = true),
  }
}

it('files are followed and stopped in place, where the dialog over them cannot be fetched', async () => {
  const { send, stops } = await drawSending()
  expect(screen.queryByRole('progressbar')).toBeNull()
  await send({ sent: 30, total: 100 })
  const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Sending...' })
  expect([bar.value, bar.max, screen.queryByRole('dialog')]).toEqual([30, 100, null])
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(stops()).toBe(1)
  await send()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('the dialog over files is fetched with the next files, when it could not be fetched before them', async () => {
  const { send, connect } = await drawSending()
  connect()
  await send({ sent: 30, total: 100 })
  expect(screen.getByRole('dialog')).toBeTruthy()
})
