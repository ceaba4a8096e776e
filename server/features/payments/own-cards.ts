import { CardError } from '../../gateways/cards/cards.errors.ts'
import type { Cards, SavedCard } from '../../gateways/cards/cards.ts'
import type { Context } from '../../protocol/context.ts'
import { Failure } from '../../protocol/failure.ts'
import { mayPayWith } from '../../practice/billing/payer-rights.rules.ts'
import type { PayingPerson } from '../../practice/billing/paying-person.ts'
import { cardKeptForMs } from './resolve-payments.ts'
import type { PaymentServices } from './payments-services.ts'
import { readEnteredCard, type EnteredCardRow, type CardPlace, type Payer } from './payments.store.ts'

/** A card on file with the id that the browser knows it by. */
export interface OwnCard extends SavedCard {
  opaqueId: string
}

/** Returns the card processor. Throws the Failure `payments.processor` if the practice has none. */
export function cardsFor(context: Context, { cardsOf }: Pick<PaymentServices, 'cardsOf'>): Cards {
  const cards = cardsOf(context.licensee)
  if (!cards) throw new Failure('payments.processor', { status: 503 })
  return cards
}

/** The opaque name under which the processor keeps who saved a card. */
export function cardOwner({ linkTokens }: Pick<PaymentServices, 'linkTokens'>, { licenseeId, payer }: Payer): string {
  return linkTokens(licenseeId, 'owner of cards', payer)
}

/** The cards on file that this person may pay with. Throws a `CardError`. */
async function ownCards(context: Context, services: PaymentServices, person: PayingPerson): Promise<OwnCard[]> {
  const { kind, licenseeId, patientId, payer } = person
  if (kind === 'guest') return []
  const owner = cardOwner(services, person)
  const all = await cardsFor(context, services).savedCards(patientId)
  return all
    .filter((card) => mayPayWith(card, { kind, owner }))
    .map((card) => ({ ...card, opaqueId: services.linkTokens(licenseeId, 'card', payer, patientId, card.id) }))
}

/** The own cards on file; undefined while the processor fails. */
export async function savedCardsOf(
  context: Context,
  services: PaymentServices,
  person: PayingPerson,
): Promise<OwnCard[] | undefined> {
  try {
    return await askProcessor(context, services, () => ownCards(context, services, person))
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/**
 * Throws the Failure `payments.noCard` for a card of somebody else and for one that was deleted, `payments.processor` if
 * the processor fails.
 */
export function ownCard(
  context: Context,
  services: PaymentServices,
  { person, card: opaqueId }: { person: PayingPerson; card: string },
): Promise<OwnCard> {
  return askProcessor(context, services, async () => {
    const card = (await ownCards(context, services, person)).find((each) => each.opaqueId === opaqueId)
    if (!card) throw new Failure('payments.noCard', { status: 409 })
    return card
  })
}

/**
 * The place of the card that a person enters in the session of the request. A guest whose session gets a new id, with
 * the number of an invoice, is the same guest.
 */
export function cardPlace(
  { client, principal }: Pick<Context, 'client' | 'principal'>,
  { licenseeId, payer }: PayingPerson,
): CardPlace {
  const isGuest = principal?.kind === 'guest'
  return { licenseeId, payer, sessionHash: isGuest ? principal.guestId : client.sessionHash }
}

/**
 * The card whose number this person is entering or has entered in this session; undefined if there is none, or its time is
 * over.
 */
export async function enteredCard(
  context: Context,
  { db }: Pick<PaymentServices, 'db'>,
  person: PayingPerson,
): Promise<EnteredCardRow | undefined> {
  const row = await readEnteredCard(db, cardPlace(context, person))
  if (!row) return undefined
  const end = new Date(row.openedAt.getTime() + cardKeptForMs)
  context.changesAt(end)
  return end > context.now() ? row : undefined
}

/** The id by which a dialog knows the card number that it was drawn with: each entered number has another one. */
export function numberId({ linkTokens }: Pick<PaymentServices, 'linkTokens'>, row: EnteredCardRow): string {
  return linkTokens(row.licenseeId, 'entered number', row.payer, row.session)
}

/** Runs a call to the processor that charges nothing. Throws the Failure `payments.processor` if it fails. */
export async function askProcessor<T>(
  context: Context,
  { log }: Pick<PaymentServices, 'log'>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof CardError)) throw error
    log.error({ err: error, licensee: context.licensee.id }, 'the card processor failed')
    throw new Failure('payments.processor', { status: 503, retryAfterSeconds: 30, cause: error })
  }
}
