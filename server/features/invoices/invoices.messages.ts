/** 'No Due Payment' is verbatim from specification 2 §2.3. */
export const invoicesMessages = {
  'invoices.nothingDue': 'No Due Payment',
  'invoices.noNumber': 'The office could not number your invoice. Please try again later.',
  'invoices.unknown': 'There is no such invoice.',
  'invoices.noCharges': 'There are no charges of this day.',
} as const
