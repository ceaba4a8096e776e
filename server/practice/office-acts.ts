/**
 * Actions of the staff that the patient sees in the activity log, although the log has no other of theirs (specification
 * 2 §4.9): people see who looked into their account.
 */
export const officeActs = {
  openAccount: { name: 'viewAsPatient.begin' },
} as const
