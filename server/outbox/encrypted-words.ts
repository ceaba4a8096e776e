import type { MessageRow } from './outbox.store.ts'

/** Encrypts to whom messages go, and their words while they wait: they may contain a code or a link. */
export interface WordEncryption {
  encrypt(text: string, place: WordPlace): string
  decrypt(encrypted: string, place: WordPlace): string
  isEncrypted(text: string): boolean
}

type WordPlace = readonly ['outbox.recipient' | 'outbox.body' | 'outbox.html', string]

/** Returns a message as it is stored. */
export function withEncryptedWords(encryption: WordEncryption, message: MessageRow): MessageRow {
  const { id, recipient, body, html } = message
  return {
    ...message,
    recipient: encryption.encrypt(recipient, ['outbox.recipient', id]),
    body: encryption.encrypt(body, ['outbox.body', id]),
    html: html === null ? null : encryption.encrypt(html, ['outbox.html', id]),
  }
}

/** Returns a stored message as it is sent. Versions before 0.7 have stored it in clear. */
export function withReadableWords(encryption: WordEncryption, message: MessageRow): MessageRow {
  const { id, recipient, body, html } = message
  const readable = (text: string, place: WordPlace) =>
    encryption.isEncrypted(text) ? encryption.decrypt(text, place) : text
  return {
    ...message,
    recipient: readable(recipient, ['outbox.recipient', id]),
    body: readable(body, ['outbox.body', id]),
    html: html === null ? null : readable(html, ['outbox.html', id]),
  }
}
