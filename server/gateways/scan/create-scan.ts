import { askClamd, type ClamdPlace } from './clamd.ts'
import type { Scan } from './scan.ts'

export interface ScanOptions {
  /** Without it, only the EICAR test file is detected. */
  clamd?: ClamdPlace
  /** The limit for a file as a whole. */
  timeoutMs?: number
}

/** Split in two, so that no scanner takes this file for the test file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** The gateway to the virus scanner. */
export function createScan({ clamd, timeoutMs = 15_000 }: ScanOptions = {}): Scan {
  return {
    check: async (content) => {
      if (content.includes(eicar)) return 'infected'
      return clamd ? askClamd({ ...clamd, timeoutMs }, content) : 'clean'
    },
  }
}
