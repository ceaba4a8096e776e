import { expect, onTestFinished, test } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { book, freeSlots, hold, holdIdOf, leadsTo, takeSlot } from '../support/booking.ts'
import { builtEntry } from '../support/build.ts'
import { payByCard } from '../support/card-payment.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { newestNode } from '../support/newest-node.ts'
import { openVisitor } from '../support/portal.ts'
import { root } from '../guards/repository.ts'
import { startRealPortal } from '../support/real-portal.ts'
import { balanceIn, titleOf } from '../support/stored-payments.ts'

/** Prints the version from within the process. */
const saysItsVersion = 'data:text/javascript,console.log(`Runs on Node ${process.version}.`)'

test('on the newest even release of Node a patient signs in, books and pays, without a warning', async ({ skip }) => {
  const newest = newestNode()
  if (!newest) return skip(`tests/newest-node names no build of Node for ${process.platform} ${process.arch}.`)
  expect(Number.parseInt(newest.version, 10) % 2).toBe(0)
  const args = ['--trace-warnings', '--import', saysItsVersion, await builtEntry('main')]
  const portal = await startRealPortal({}, { node: newest.binary, cwd: root, args })
  onTestFinished(() => portal.stop().then(() => undefined))
  const maria = openVisitor(`http://127.0.0.1:${portal.port}`, `lakeside.localhost:${portal.port}`)
  await maria.signIn('maria.alvarez')

  const slot = takeSlot(await freeSlots({ clock: { aheadMs: 0 } }, maria))
  const booked = leadsTo(await book(maria, holdIdOf(await hold(maria, slot))))
  const confirmation = await maria.get<Screen>(`/ui/screens${booked}`)
  expect(confirmation.body.title).toBe('Your Appointment has been Booked!')

  expect(titleOf(await payByCard(portal, maria))).toBe('Payment Successful!')
  await expect.poll(() => balanceIn(maria)).toBe('No Due Payment')
  const receipt = await maria.get<Screen>('/ui/screens/payment/printReceipt')
  expect(wordsOf(receipt.body.blocks)).toContain('$312.45')

  expect(await portal.stop()).toBe(0)
  expect(portal.output()).toContain(`Runs on Node v${newest.version}.`)
  expect(portal.output()).not.toMatch(/warning|deprecat/i)
})
