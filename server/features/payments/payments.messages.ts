/** Where the words are those of specification 2 §5 and §8, they are verbatim. */
export const paymentsMessages = {
  'payments.amount': 'Please Enter Valid Details',
  'payments.tooMuch': 'You can pay up to {most}.',
  'payments.tooLittle': 'Please pay at least {least}.',
  'payments.tooManyCards': 'Too many card numbers were entered. Please try again in an hour, or call the office.',
  'payments.month': 'Please enter valid 2 digits for month.',
  'payments.year': 'Please enter 2 digits for year',
  'payments.expired': 'This card has expired. Please use another card.',
  'payments.cvc': 'Please enter 3-4 digits CVC number.',
  'payments.firstName': 'Please Enter Valid First Name.',
  'payments.address': 'Please Enter Valid Address.',
  'payments.city': 'Please Enter Valid City.',
  'payments.state': 'Please Choose State.',
  'payments.phone': 'Please Enter Valid Cell Phone Number (must contain 10 numerics).',
  'payments.zip': 'Zip code must be 5 or 9 digits or xxxxx-yyyyy',
  'payments.cardName': 'Please enter Card Name',
  'payments.email': 'Please Enter Valid Email',
  'payments.session': 'Please Enter Valid Details',
  'payments.noNumber': 'The card number has not arrived. Please enter it again.',
  'payments.otherNumber':
    'Another card number was entered meanwhile. Nothing was charged. Press Cancel, check the card, and press Next again.',
  'payments.processor': 'Nothing was charged. Cards cannot be processed at the moment. Please try again later.',
  'payments.unavailable':
    'Nothing was charged. The practice system cannot be reached at the moment. Please try again in a few minutes.',
  'payments.unknown': 'There is no such payment.',
  'payments.noCard': 'This card is no longer on file.',
} as const
