export const locateCodes = {
  '/PatientFirstName': { required: 'signUp.firstName', pattern: 'signUp.firstName' },
  '/PatientLastName': { required: 'signUp.lastName', pattern: 'signUp.lastName' },
  '/PatientDOB': { required: 'signUp.birthDay', format: 'signUp.noDay' },
  '/PatientGender': { required: 'signUp.gender', type: 'signUp.gender', enum: 'signUp.gender' },
  '/PatientZIP': { required: 'signUp.zip', pattern: 'signUp.zip' },
}
