/** Errors of the staff list, of invitations to it, and of changes of a member. */
export const staffMessages = {
  'staff.firstName': 'Enter the first name.',
  'staff.lastName': 'Enter the last name.',
  'staff.email': 'Enter an email address, for example name@example.com.',
  'staff.roles': 'Choose at least one role.',
  'staff.reason': 'Enter a reason. It stays with the account, so that others can see why.',
  'staff.login': 'Please choose a user name of 4 to 100 characters.',
  'staff.loginOrEmail': 'Enter your user name or your email address.',
  'staff.loginTaken': 'Someone else uses this user name. Please choose another one.',
  'staff.hasAccount': '{name} already works here with this email address.',
  'staff.hasEnded': 'This is the address of {name}, whose access has ended. Open the page of {name} to restore it.',
  'staff.pending': 'This person is already invited. You can send the invitation again or withdraw it in the list.',
  'staff.invitationGone': 'This invitation has since been accepted or withdrawn.',
  'staff.invitationOver':
    'This invitation has expired, was withdrawn, or was already accepted. If you accepted it, please sign in. Otherwise ask the person who invited you for a new one.',
  'staff.unknown': 'No one with this number works at this practice.',
  'staff.lastOwner':
    'This is the only owner of the practice. Make someone else an owner first, so that the practice keeps one.',
  'staff.notOwner': 'You are no longer an owner of this practice, so nothing was changed.',
  'staff.changed': 'Someone else has just changed this account. Nothing of yours was saved. Please look again.',
  'staff.ended': 'This access has already ended.',
  'staff.notEnded': 'This access has already been restored.',
  'staff.self': 'You cannot do this to your own account. Another owner can.',
  'staff.noEmail': 'There is no email address of this person to which a link could go.',
  'staff.noSecondFactor': 'This person has no second factor set up. They can sign in with their password.',
} as const
