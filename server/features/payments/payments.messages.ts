/** Where the words are those of specification 2 §5 and §8, they are verbatim. */
export const paymentsMessages = {
  'payments.amount': 'Please Enter Valid Details',
  'payments.tooMuch': 'You can pay up to {most}.',
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
  'payments.processor': 'Cards cannot be processed at the moment. Nothing was charged. Please try again later.',
  'payments.unknown': 'There is no such payment.',
  'payments.noCard': 'This card is no longer on file.',
} as const
