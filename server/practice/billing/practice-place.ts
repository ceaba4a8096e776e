import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { practiceName } from '../../licensees/practice-name.ts'
import { phone } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'

/** What stands at the head of invoices, statements and receipts; each may be empty but the name. */
export interface PracticePlace {
  name: string
  address: string
  /** `New York, NY 10017`. */
  cityStateZip: string
  /** Formatted. */
  phone: string
}

export function practicePlace(reads: Pick<Context, 'setting' | 'licensee'>): PracticePlace {
  const [city, state] = [reads.setting(practiceSettings.Practice_City), reads.setting(practiceSettings.Practice_State)]
  return {
    name: practiceName(reads),
    address: reads.setting(practiceSettings.Practice_Address),
    cityStateZip:
      `${[city, state].filter((part) => part !== '').join(', ')} ${reads.setting(practiceSettings.Practice_Zip)}`.trim(),
    phone: phone(reads.setting(practiceSettings.Practice_Phone)).text,
  }
}

/** The address and the phone number, a line each. */
export function placeLines({ address, cityStateZip, phone: number }: PracticePlace): string {
  return [address, cityStateZip, number].filter((line) => line !== '').join('\n')
}
