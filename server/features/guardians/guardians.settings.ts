import { settings } from '../../licensees/settings/definition.ts'

/** How guardians get their password. */
export const guardianSettings = settings({
  Guardian_Invitations: {
    type: 'boolean',
    default: false,
    group: 'Access',
    sensitive: 'settings staff',
    title: 'Only invite guardians by email',
    help: 'The patient sends an invitation and the guardian chooses a password. While this is off, patients can also choose the password themselves.',
    onText: 'Patients can only invite guardians by email.',
    offText: 'Patients can also choose a password for a guardian.',
    shapes: 'Account Access.',
  },
})
