import type { Charge } from '../../gateways/emr/billing/billing.ts'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { invoiceSettings } from './invoices.settings.ts'
import { practicePlace, type PracticePlace } from '../../practice/billing/practice-place.ts'
import { phone } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { messageOf, type MessagePart, type MessagePlace } from './invoice-message.ts'

/** What an invoice or a statement says: everything that may be different later. */
export interface BillContent {
  practice: PracticePlace
  patient: { id: string; name: string; address: string; cityStateZip: string }
  /** Undefined if there is none. */
  npi?: { name: string; value: string }
  message: MessagePart[]
  charges: readonly Charge[]
}

export interface Billed {
  patient: { emrId: string; name: string; address: string; cityStateZip: string }
  charges: readonly Charge[]
}

type SettingReads = Pick<Context, 'setting' | 'licensee'>

/** Specification 2 §3, of these charges and of the settings of the practice now. */
export function contentOf(reads: SettingReads, { patient, charges }: Billed): BillContent {
  const practice = practicePlace(reads)
  const npi = npiOf(reads, charges)
  const { emrId: id, name, address, cityStateZip } = patient
  return {
    practice,
    patient: { id, name, address, cityStateZip },
    ...(npi ? { npi } : {}),
    message: messageOf(
      reads.setting(invoiceSettings.InvoiceMessage),
      placeOf(charges) ?? { ...practice, address2: '' },
    ),
    charges,
  }
}

/** The facility of the first line, if it has one. */
function placeOf([first]: readonly Charge[]): MessagePlace | undefined {
  if (!first || first.facility.name === '') return undefined
  const { name, address, address2, cityStateZip } = first.facility
  return { name, address, address2, cityStateZip, phone: phone(first.facility.phone).text }
}

/** IncludeNPIonInvoice: 1 provider, 2 facility, 3 pay-to. */
function npiOf(reads: SettingReads, charges: readonly Charge[]): BillContent['npi'] {
  const kinds: Record<string, { name: string; values: string[] }> = {
    1: { name: 'Provider NPI', values: charges.map(({ providerNpi }) => providerNpi) },
    2: { name: 'Facility NPI', values: charges.map(({ facility }) => facility.npi) },
    3: { name: 'Pay-to NPI', values: [reads.setting(practiceSettings.Practice_PayTo_NPI)] },
  }
  const { name, values } = kinds[reads.setting(invoiceSettings.IncludeNPIonInvoice)] ?? { name: '', values: [] }
  const value = [...new Set(values)].filter((npi) => npi !== '').join(', ')
  return value === '' ? undefined : { name, value }
}
