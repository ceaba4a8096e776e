import type { X509Certificate } from 'node:crypto'
import { Certificate } from 'pkijs'

/** Returns the certificate as a tree of its fields, which X509Certificate shows in part only. */
export function fieldsOf(certificate: X509Certificate): Certificate {
  return Certificate.fromBER(new Uint8Array(certificate.raw))
}
