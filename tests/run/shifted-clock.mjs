// Preloaded into every process of a run (tests/run/run-at-times.ts): its clock is ahead by TEST_CLOCK_AHEAD_MS, also in the embedded database. Timers keep their pace.
const aheadMs = Number(process.env.TEST_CLOCK_AHEAD_MS ?? 0)
const RealDate = globalThis.Date

class ShiftedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + aheadMs)
    else super(...parts)
  }

  static now() {
    return RealDate.now() + aheadMs
  }
}

if (aheadMs !== 0) globalThis.Date = ShiftedDate
