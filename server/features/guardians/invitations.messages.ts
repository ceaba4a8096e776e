/** Of invitations: what who invites and who is invited may read. */
export const invitationsMessages = {
  'invitation.over':
    'This invitation has ended, was withdrawn or was accepted already. Please ask the person who invited you for a new one; if you have accepted it, please sign in.',
  'invitation.haveAccount':
    'You have an account here by now. Please open the link again and sign in with its password.',
  'invitation.pending': 'This person is invited already. You can send the invitation again, or withdraw it.',
  'invitation.gone': 'This invitation was accepted or withdrawn meanwhile.',
} as const
