import type { X509Certificate } from 'node:crypto'
import { chooseCertificate, parseCertificates, type Choice } from './certificates.ts'
import { DirectError } from './direct.errors.ts'

/** Where certificates of addresses are looked up. */
export interface CertificateSource {
  /**
   * Returns files of certificates, in PEM or DER, that may be of an address or its domain; none if there are none.
   * Throws a DirectError `unreachable` if that is not known.
   */
  find(address: string): Promise<Buffer[]>
}

/**
 * Returns the certificates to encrypt to, from the first source after which one can be used. Throws a DirectError: the
 * reason of chooseCertificate, or `unreachable` if a source that did not respond could still have one.
 */
export async function findCertificates(
  sources: readonly CertificateSource[],
  choice: Choice,
): Promise<X509Certificate[]> {
  const candidates: X509Certificate[] = []
  let failure = new DirectError('missing')
  let unreachable: DirectError | undefined
  for (const source of sources) {
    try {
      candidates.push(...(await source.find(choice.address)).flatMap(readable))
      return await chooseCertificate(candidates, choice)
    } catch (error) {
      if (!(error instanceof DirectError)) throw error
      if (error.reason === 'unreachable') unreachable ??= error
      else failure = error
    }
  }
  throw unreachable ?? failure
}

/** What others publish may be damaged; it is then as good as absent. */
function readable(source: Buffer): X509Certificate[] {
  try {
    return parseCertificates(source)
  } catch {
    return []
  }
}
