import Type from 'typebox'

export const locateCodes = {
  '/PatientFirstName': { required: 'signUp.firstName', pattern: 'signUp.firstName' },
  '/PatientLastName': { required: 'signUp.lastName', pattern: 'signUp.lastName' },
  '/PatientDOB': { required: 'signUp.birthDay', format: 'signUp.noDay' },
  '/PatientGender': { required: 'signUp.gender', type: 'signUp.gender', enum: 'signUp.gender' },
  '/PatientZIP': { required: 'signUp.zip', pattern: 'signUp.zip' },
}

/** A username: 4 to 100 characters of any script, without blanks at its ends and without control characters. */
export const NewLogin = Type.String({
  minLength: 4,
  maxLength: 100,
  pattern: '^[^\\s\\p{Cc}](?:[^\\p{Cc}]*[^\\s\\p{Cc}])?$',
})
