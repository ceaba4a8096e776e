import { useEffect, useState, type RefObject } from 'react'

export type Quality = 'good' | 'fair' | 'poor'

/** Counted since the connection began, but for the round trip. */
export interface Transfer {
  received: number
  lost: number
  roundTripMs: number
}

interface Measured {
  transfer: () => Promise<Transfer | undefined>
}

const everyMs = 4000

/** How the connection was between two moments. From one packet in fifty lost on it is fair, from one in twelve poor. */
export function qualityBetween(before: Transfer, now: Transfer): Quality {
  const lost = Math.max(0, now.lost - before.lost)
  const all = Math.max(0, now.received - before.received) + lost
  const share = all === 0 ? 0 : lost / all
  if (share >= 1 / 12 || now.roundTripMs >= 600) return 'poor'
  return share >= 1 / 50 || now.roundTripMs >= 300 ? 'fair' : 'good'
}

/** Sums up the statistics of a WebRTC connection. */
export function transferIn(reports: Iterable<Record<string, unknown>>): Transfer {
  const sum: Transfer = { received: 0, lost: 0, roundTripMs: 0 }
  for (const report of reports) {
    if (report.type === 'inbound-rtp') {
      sum.received += numberIn(report.packetsReceived)
      sum.lost += numberIn(report.packetsLost)
    }
    if (report.type === 'candidate-pair' && report.nominated === true)
      sum.roundTripMs = 1000 * numberIn(report.currentRoundTripTime)
  }
  return sum
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

/** The quality of a running connection; undefined until it has been measured twice. */
export function useQuality(line: RefObject<Measured | undefined>, isOn: boolean): Quality | undefined {
  const [quality, setQuality] = useState<Quality>()
  useEffect(() => {
    if (!isOn) return undefined
    let before: Transfer | undefined
    const measure = async () => {
      const now = await line.current?.transfer()
      if (before && now) setQuality(qualityBetween(before, now))
      before = now
    }
    const timer = setInterval(() => void measure(), everyMs)
    void measure()
    return () => {
      clearInterval(timer)
      setQuality(undefined)
    }
  }, [line, isOn])
  return quality
}
