import type { Emr } from '../../gateways/emr/emr.ts'
import { picturesIn } from '../../protocol/clean-html.ts'
import { fewAtOnce } from '../../protocol/turns.ts'

const mostPictures = 20
/** Of all pictures together. */
const mostBytes = 4 * 1024 * 1024

/**
 * Returns the pictures of the record server to which a document refers, as `data:` addresses: the browser asks the record
 * server for nothing, and stores none of them. A picture that cannot be read is left out.
 */
export async function embeddedPictures(
  emr: Pick<Emr, 'documentPicture'>,
  html: string,
): Promise<ReadonlyMap<string, string>> {
  const addresses = picturesIn(html).slice(0, mostPictures)
  const read = await fewAtOnce(addresses, async (address) => {
    const picture = await emr.documentPicture(address).catch(() => undefined) // the note of the document says it
    return { address, picture }
  })
  const embedded = new Map<string, string>()
  let bytes = 0
  for (const { address, picture } of read) {
    bytes += picture?.content.length ?? 0
    if (picture && bytes <= mostBytes)
      embedded.set(address, `data:${picture.type};base64,${picture.content.toString('base64')}`)
  }
  return embedded
}
