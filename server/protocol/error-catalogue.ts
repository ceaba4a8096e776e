import type { Messages } from './definitions.ts'
import type { FailureParams } from './failure.ts'

/** The messages of the protocol itself, independent of features (specification 1 §8). */
export const protocolMessages: Messages = {
  failed: 'Something went wrong. Please try again later.',
  'site.unknown': 'Unknown MD Charts site. Please enter valid URL',
  'route.unknown': 'We could not find this page.',
  'route.off': '{what} is switched off. {next}',
  'access.signIn': 'Please sign in to continue.',
  'access.denied': 'You do not have access to this page.',
  'access.unprotected': 'Please set up your authenticator app first.',
  'access.viewing': "You are viewing a patient's account. End the view to use this page.",
  'access.onlyViewing': 'You are only viewing this account. Nothing was changed.',
  'access.origin': 'This request did not come from this site.',
  'access.noOrigin':
    'This request does not state where it comes from. Please update your browser. A program sends an Origin header, or its token.',
  'identity.switched':
    'You switched to {name} in another tab or window. Nothing was changed from here. This page now shows {name}.',
  'identity.viewing':
    "You opened a patient's account in another tab or window. Nothing was changed from here. End the view to go on.",
  'identity.changed':
    'Someone else has signed in with this browser since this page opened. Nothing was changed from here.',
  'request.tooLarge': 'This is too much to send at once.',
  'request.malformed': 'What was sent could not be read.',
  'request.tooMany': 'Too many tries. Please wait {wait} and try again.',
  'request.key': 'Every action needs an Idempotency-Key.',
  'request.keyReused': 'This key was used for another action already.',
  'request.running': 'We are still working on this. Please wait a moment and check again.',
  'upload.tooLarge': 'This file is too large.',
  'upload.cutOff': 'The file did not arrive completely. Please try again.',
  'upload.noFile': 'Please choose a file.',
  'upload.several': 'Please send one file at a time.',
  'file.tooLarge': 'This file is too large to open here. Please ask the office for a copy.',
  'file.gone': 'This file was closed before it was ready.',
  'file.range': 'This file is shorter than expected. Please open it again.',
  'link.unknown': 'This link does not work. Please open it from your appointments again.',
  'link.ofOther': 'This page is about another patient. Please switch to that patient to open it.',
  'link.moved': 'This page has moved.',
  'link.ended': 'This link has expired. Please open it from your appointments again.',
  'input.invalid': 'Please check what you entered.',
  'input.required': 'Please fill in this field.',
  'input.type': 'This value does not fit here.',
  'input.unknown': 'This field does not belong here.',
  'input.tooShort': 'Please enter at least {limit} characters.',
  'input.tooLong': 'Please enter at most {limit} characters.',
  'input.tooSmall': 'Please enter {limit} or more.',
  'input.tooLarge': 'Please enter {limit} or less.',
  'input.format': 'This value does not have the right form.',
  'input.cardNumber': 'Please do not write a card number here.',
  'input.choice': 'Please choose one of the answers.',
  'control.loginTaken': 'That login is taken already.',
  'practice.unavailable': 'The practice system cannot be reached at the moment. Please try again in a few minutes.',
  'practice.slow': 'The practice system did not answer in time. Please try again in a few minutes.',
  'practice.nonsense': 'The practice system gave an answer we could not read. Please try again later.',
}

/** All messages of a running portal, for `GET /ui/errors` and for the problems it returns. */
export interface ErrorCatalogue {
  messages: Messages
  say(code: string, params?: FailureParams): string
}

export function errorCatalogue(parts: readonly Messages[]): ErrorCatalogue {
  const messages: Messages = {}
  for (const [code, text] of parts.flatMap((part) => Object.entries(part))) {
    if (code in messages) throw new Error(`the error code ${code} has two messages`)
    messages[code] = text
  }
  return {
    messages,
    say: (code, params = {}) => {
      const text = messages[code]
      if (text === undefined) throw new Error(`the error code ${code} has no message`)
      return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
    },
  }
}
