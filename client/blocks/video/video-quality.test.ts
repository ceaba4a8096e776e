import { expect, it } from 'vitest'
import { qualityBetween, transferIn } from './video-quality.ts'

const before = { received: 1000, lost: 10, roundTripMs: 40 }

it.each([
  [100, 0, 40, 'good'],
  [98, 2, 40, 'fair'],
  [90, 10, 40, 'poor'],
  [100, 0, 300, 'fair'],
  [100, 0, 600, 'poor'],
  [0, 0, 40, 'good'],
  [-1000, -10, 40, 'good'],
])('%i packets received and %i lost since then, in %i ms: %s', (received, lost, ...[roundTripMs, quality]) => {
  const now = { received: before.received + received, lost: before.lost + lost, roundTripMs }
  expect(qualityBetween(before, now)).toBe(quality)
})

it('statistics of picture and sound are summed up, with the way in use', () => {
  const reports = [
    { type: 'inbound-rtp', packetsReceived: 5, packetsLost: 1 },
    { type: 'inbound-rtp', packetsReceived: 7 },
    { type: 'outbound-rtp', packetsReceived: 99 },
    { type: 'candidate-pair', nominated: false, currentRoundTripTime: 9 },
    { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.05 },
  ]
  expect(transferIn(reports)).toEqual({ received: 12, lost: 1, roundTripMs: 50 })
})
