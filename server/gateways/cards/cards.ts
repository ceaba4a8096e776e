/**
 * A card processor (specification 2 §7.2, §7.5). The number of a card is known to its hosted page only. Amounts are
 * integer cents. Every function may throw a `CardError`.
 */
export interface Cards {
  /** Opens a session in which one card number can be entered, in a frame of a page of `origin`. */
  openSession(page: { origin: string }): Promise<CardSession>
  /** Returns the card that was entered in a session; undefined while there is none, and for an unknown session. */
  cardOf(sessionId: string): Promise<EnteredCard | undefined>
  /** Charges a card that was entered in a session. Sent once. */
  pay(payment: CardPayment): Promise<PaymentResult>
  /** Charges a saved card. Sent once. */
  payWithSavedCard(payment: SavedCardPayment): Promise<PaymentResult>
  /**
   * Returns what became of a payment. If the processor has not received it, it refuses one with this reference from then
   * on, so that a request under way cannot charge the card later.
   */
  endPayment(reference: string): Promise<PaymentResult>
  /** The cards on file for a patient, the latest first. */
  savedCards(patientId: string): Promise<SavedCard[]>
  /** Repeating it is safe. */
  deleteCard(card: { patientId: string; id: string }): Promise<void>
  close(): Promise<void>
}

interface CardSession {
  id: string
  /** The processor's page for the card number, to be shown in a frame; https, or http on a loopback host. */
  pageUrl: string
}

interface EnteredCard {
  /** Never leaves the server. */
  token: string
  /** `Visa`. */
  brand: string
  /** Four digits. */
  lastFour: string
}

interface Payment {
  /** The portal's id of the payment: the processor charges at most once for each. */
  reference: string
  patientId: string
  amountCents: number
}

/** The payment form of specification 2 §3. */
export interface CardPayment extends Payment {
  token: string
  /** Month and year, two digits each: `0727`. */
  expiry: string
  cvc: string
  holder: {
    firstName: string
    lastName: string
    address: string
    address2: string
    city: string
    /** The short name: `NY`. */
    state: string
    zip: string
    /** Ten digits. */
    phone: string
    email: string
  }
  /** Keeps the card on file. `owner` is an opaque name of the account that saves it. */
  save?: { name: string; owner: string }
}

interface SavedCardPayment extends Payment {
  token: string
}

export type PaymentResult =
  | { status: 'approved'; transactionId: string }
  /** `message` has words for the person, or is empty. */
  | { status: 'declined'; message: string }
  /** The processor did not receive it before it was asked, and never charges it. */
  | { status: 'ended' }
  | { status: 'refunded'; transactionId: string }

/** A card on file. */
export interface SavedCard {
  /** The processor's number. */
  id: string
  /** Never leaves the server. */
  token: string
  /** Chosen by the person who saved it. */
  name: string
  brand: string
  lastFour: string
  /** The account that saved it; empty if the office did, for the patient. */
  owner: string
}
