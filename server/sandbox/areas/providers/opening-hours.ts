const weekdays = 'Monday to Friday, 8:00 AM to 6:00 PM'

/** When the demo locations are open, by their number; locations that are not listed do not say it. */
export const openingHours: Record<number, string> = {
  11: weekdays,
  12: weekdays,
  13: 'Monday to Friday, 8:00 AM to 5:30 PM',
  14: `${weekdays}; Wednesday until 8:00 PM. Saturday, 9:00 AM to 1:00 PM`,
  21: weekdays,
  22: 'Monday to Friday, 8:00 AM to 7:00 PM',
  23: `${weekdays}. Saturday, 9:00 AM to 12:00 PM`,
}
