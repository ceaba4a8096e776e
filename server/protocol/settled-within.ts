/** Whether the work succeeds or fails in time. */
export async function isSettledWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ms)))
  const settled = work.then(
    () => true,
    () => true,
  )
  const inTime = await Promise.race([settled, late])
  clearTimeout(timer)
  return inTime
}
