export const surveyMessages = {
  'survey.done': 'You have rated this visit already. Thank you.',
  'survey.notYet': 'This visit is still to come. You can rate it when it is over.',
  'survey.cancelled': 'This visit was cancelled, so there is nothing to rate.',
  'survey.late': 'You can no longer rate this visit. Visits can be rated for 30 days.',
} as const
