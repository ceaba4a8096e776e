/** The words for the days are those of specification 2 §5 for the activity log. */
export const visitRecordPickerMessages = {
  'visitRecords.from': 'Enter From Date',
  'visitRecords.to': 'Enter To Date',
  'visitRecords.fromFuture': 'Enter From Date that is not in the future',
  'visitRecords.toFuture': 'Enter To Date that is not in the future',
  'visitRecords.order': 'The From Date must not be after the To Date.',
  'visitRecords.manyFound': 'There are {count} visit records between these dates. Choose fewer days.',
  'visitRecords.choose': 'Choose a visit record.',
  'visitRecords.many': 'You can attach up to 20 visit records.',
  'visitRecords.large': 'These visit records are larger than 10 MB together. Choose fewer.',
  'visitRecords.unknown': 'One of these visit records is no longer available. Please choose again.',
} as const
