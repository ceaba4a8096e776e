/** The event by which something tells that a person is there without touching anything, as in a call. */
export const presence = 'presence'
