/** What a value means beside its range, in the words that people read. */
export type FlagWord = 'Normal' | 'Low' | 'High' | 'Critically low' | 'Critically high' | 'Abnormal'

/** The flags of laboratories (HL7 table 0078) that record servers send. */
const words: Readonly<Record<string, FlagWord>> = {
  N: 'Normal',
  L: 'Low',
  H: 'High',
  LL: 'Critically low',
  HH: 'Critically high',
  A: 'Abnormal',
}

interface Measured {
  /** Empty if the laboratory sent none. */
  flag: string
  /** Undefined for a text. */
  value?: number
  /** The limits belong to the range. */
  low?: number
  high?: number
}

/**
 * Returns the word of the laboratory's own flag, which knows the age and the sex of the patient; without one, that of
 * the range. Undefined if nothing says how the value is meant.
 */
export function flagInWords({ flag, value, low, high }: Measured): FlagWord | undefined {
  if (flag !== '') return words[flag]
  if (value === undefined) return undefined
  if (low !== undefined && value < low) return 'Low'
  if (high !== undefined && value > high) return 'High'
  return low === undefined && high === undefined ? undefined : 'Normal'
}
