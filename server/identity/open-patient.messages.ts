export const openPatientMessages = {
  'patient.unknown': 'No patient of this practice has this number.',
} as const
