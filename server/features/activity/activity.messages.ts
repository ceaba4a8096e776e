/** Specification 2 §5, activity log. */
export const activityMessages = {
  'activity.from': 'Enter From Date',
  'activity.to': 'Enter To Date',
  'activity.fromFuture': 'Enter From Date that is not in the future',
  'activity.toFuture': 'Enter To Date that is not in the future',
  'activity.order': 'The From Date must not be after the To Date.',
} as const
