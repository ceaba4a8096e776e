import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { closed } from '../../../schemas/base.ts'
import type { Gender } from '../../gateways/emr/patients/patients.ts'
import type { Context } from '../../protocol/context.ts'
import { signedIn } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { Day, OneLine } from '../../protocol/typed-values.ts'

/** One field, for whatever the caller says. */
export const TextSearch = closed({ text: OneLine(200) })

/** Specification 2 §2.15, §5: the date of birth is required. */
export const DetailsSearch = closed({
  PatientFirstName: Type.Optional(OneLine(100, { required: false })),
  PatientLastName: Type.Optional(OneLine(100, { required: false })),
  PatientDOB: Day,
  PatientGender: Type.Optional(Type.Unsafe<Gender>({ type: 'integer', enum: [1, 2, 3] })),
})

export type Search = Static<typeof TextSearch> | Static<typeof DetailsSearch>

/** Longer than a session can last. */
const keptForMs = 12 * 3_600_000

const KeptSearch = Compile(
  closed({
    owner: Type.String(),
    until: Type.Integer(),
    search: Type.Union([TextSearch, DetailsSearch]),
  }),
)

/**
 * Returns a search as a text that stands in an address: encrypted, because nothing personal may (security.md), for this
 * account only, and until no session of now can still be open.
 */
export function keepSearch(context: Context, { cipher }: Pick<Services, 'cipher'>, search: Search): string {
  const until = context.now().getTime() + keptForMs
  return cipher.encrypt(JSON.stringify({ owner: ownerOf(context), until, search }))
}

/** Returns undefined for a text that is none, of another account, or over. */
export function keptSearch(
  context: Context,
  { cipher }: Pick<Services, 'cipher'>,
  kept: string | undefined,
): Search | undefined {
  if (!kept) return undefined
  const content = contentOf(cipher, kept)
  if (!KeptSearch.Check(content)) return undefined
  return content.owner === ownerOf(context) && content.until > context.now().getTime() ? content.search : undefined
}

function contentOf(cipher: Services['cipher'], kept: string): unknown {
  try {
    return JSON.parse(cipher.decrypt(kept))
  } catch {
    return undefined
  }
}

const ownerOf = (context: Context): string => `find-patient ${context.licensee.id} ${signedIn(context).accountId}`
