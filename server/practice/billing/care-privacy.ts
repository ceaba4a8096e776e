/** To who has proven a name and a birth date only. */
export const careHiddenText = 'For privacy, this page does not show what was done or why.'
