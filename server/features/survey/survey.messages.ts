export const surveyMessages = {
  'survey.done': 'You have rated this visit already. Thank you.',
  'survey.notYet': 'You can rate a visit when it is over.',
} as const
