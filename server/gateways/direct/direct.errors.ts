const sentences = {
  /** The message is no enveloped S/MIME message. */
  unencrypted: 'the message is not encrypted',
  /** The message is encrypted to certificates of which no key was given. */
  unaddressed: 'the message is encrypted to other certificates',
  /** A key, padding, cipher or digest that is not accepted. */
  unsupported: 'an algorithm is not supported',
  /** One reason for every fault of a key, of the padding, of the content and of the signature, see smime.ts. */
  unreadable: 'the message cannot be decrypted to a signed message',
  /** The signature is made with MD5 or SHA-1. */
  weak: 'the signature uses a digest that is no longer safe',
  /** No certificate at all. */
  missing: 'there is no certificate',
  /** The certificate is not valid yet, or no longer. */
  expired: 'the certificate is not valid at this time',
  revoked: 'the certificate is revoked',
  /** Certificates of other addresses only. */
  foreign: 'the certificate is of another address',
  /** The certificate does not chain to a trust anchor, or must not be used for this. */
  untrusted: 'the certificate is not trusted',
  /** A source of certificates did not respond. */
  unreachable: 'certificates could not be looked up',
}

export type DirectReason = keyof typeof sentences

/** A Direct message that cannot be sent or read. Its message contains nothing of the message or of an address. */
export class DirectError extends Error {
  readonly reason: DirectReason

  constructor(reason: DirectReason, details = '') {
    super(details ? `${sentences[reason]} (${details})` : sentences[reason])
    this.name = new.target.name
    this.reason = reason
  }
}
