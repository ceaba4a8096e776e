import type { Reads } from '../../protocol/trace.ts'

/** Whether a second factor can be set up. Whoever has one is asked for it either way. */
export function secondFactorOffered({ setting }: Pick<Reads, 'setting'>): boolean {
  return setting('Portal_Second_Factor')
}
