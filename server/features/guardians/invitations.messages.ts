/** Errors of invitations, for the inviting and the invited person. */
export const invitationsMessages = {
  'invitation.over':
    'This invitation has expired, was withdrawn, or was already accepted. If you accepted it, please sign in. Otherwise ask the person who invited you for a new one.',
  'invitation.haveAccount':
    'You already have an account here. Please open the link again and sign in with its password.',
  'invitation.pending': 'You already invited this person. You can send the invitation again or withdraw it.',
  'invitation.gone': 'This invitation has since been accepted or withdrawn.',
} as const
