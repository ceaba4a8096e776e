/** The event that reports user presence without input, for example during a call. */
export const presence = 'presence'
