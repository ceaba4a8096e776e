/** What a try was for, in the words of the staff, by the action. */
const tryWords: Record<string, string> = {
  signIn: 'Sign-in',
  enterCode: 'Code at sign-in',
  enterRecoveryCode: 'Recovery code at sign-in',
  passkeySignIn: 'Sign-in with a passkey',
  locateRecord: 'Create an account',
  sendSignUpCode: 'Create an account: sending the code',
  resendSignUpCode: 'Create an account: another code',
  verifySignUpCode: 'Create an account: entering the code',
  createAccount: 'Create an account: user name and password',
  forgotPassword: 'Forgot password',
  sendRecoveryCode: 'Forgot password: sending the code',
  resendRecoveryCode: 'Forgot password: another code',
  verifyRecoveryCode: 'Forgot password: entering the code',
  resetPassword: 'Forgot password: new password',
  forgotUsername: 'Forgot user name',
  acceptInvitation: 'Invitation',
  joinInvitation: 'Invitation',
}

/** What a person did, as people say it, by the feature and the name of the action. */
const activityWords: Record<string, Record<string, string>> = {
  account: {
    signIn: 'Signed in',
    passkeySignIn: 'Signed in with a passkey',
    enterCode: 'Signed in with a code',
    enterRecoveryCode: 'Signed in with a recovery code',
    choose: 'Chose the patient',
    switch: 'Switched the patient',
    signOut: 'Signed out',
    createAccount: 'Created the account',
    changePassword: 'Changed the password',
    resetPassword: 'Set a new password',
    resetByLink: 'Set a new password with a link',
    enableSecondFactor: 'Turned the authenticator app on',
    disableSecondFactor: 'Turned the authenticator app off',
    newRecoveryCodes: 'Made new recovery codes',
    removeGuardian: 'Removed a guardian',
    acceptInvitation: 'Accepted an invitation',
    joinInvitation: 'Accepted an invitation',
  },
  accountHelp: {
    disable: 'Disabled the patient',
    enable: 'Enabled the patient',
    sendLink: 'Sent a link to a new password',
    setOneTimePassword: 'Set a one-time password',
    unlock: 'Unlocked the account',
    stopPayments: 'Stopped the installments',
    undoMatch: 'Undid a wrong match',
    removeSecondFactor: 'Turned the authenticator app off, or requested it',
    confirmSecondFactor: 'Confirmed that the authenticator app is turned off',
    sendEmailLink: 'Sent a link to a new email address',
    confirmEmail: 'Changed the email of a guardian',
    askDisable: 'Opened the form to disable the patient',
    askEnable: 'Opened the form to enable the patient',
    askUndoMatch: 'Opened the form to undo a match',
    askSecondFactor: 'Opened the form to turn the authenticator app off',
    askEmail: 'Opened the form to change an email',
    askPassword: 'Opened the form to reset the password',
  },
}

/** `about` is what the definition of the event says of itself. */
export function activityText(event: string, about: string): string {
  const [, owner = '', name = ''] = /^action:(\w+)\.(\w+)$/.exec(event) ?? []
  return activityWords[owner]?.[name] ?? about
}

const eventOf = (name: string) => `action:account.${name}`

export const tryEvents: readonly string[] = Object.keys(tryWords).map(eventOf)

export function tryText(event: string): string {
  return tryWords[event.slice(eventOf('').length)] ?? event
}
