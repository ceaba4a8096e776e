import { createPrivateKey } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCertificates, parseRevocationLists } from './certificates.ts'
import type { Trust } from './certificate-path.ts'
import type { Signer } from './cms-signature.ts'
import type { RevocationSource } from './revocation-source.ts'

/**
 * A folder of certificates, read each time, so that one that is exchanged or revoked needs no restart:
 *
 * - `own.pem`, `own.key`: the own certificate, then those of its authorities, and its key
 * - `anchors/`: certificates that are trusted as such
 * - `revoked/`: revocation lists, optional
 * - `certificates/`: certificates of others, optional
 */
export interface TrustFolder {
  own(): Promise<Signer>
  trust(): Promise<Pick<Trust, 'anchors' | 'listsOf'> & Required<Pick<Trust, 'revoked'>>>
  /** Of the certificates of others. */
  certificates: string
}

/** `lists`: where lists are read that certificates name; without it those of the folder are all. */
export function trustFolder(folder: string, lists?: RevocationSource): TrustFolder {
  return {
    own: async () => {
      const [certificates, key] = await Promise.all([
        readFile(join(folder, 'own.pem')).then(parseCertificates),
        readFile(join(folder, 'own.key')).then((pem) => createPrivateKey(pem)),
      ])
      const [certificate, ...chain] = certificates
      if (!certificate?.checkPrivateKey(key))
        throw new Error('own.pem and own.key of the folder for Direct do not match')
      return { certificate, key, chain }
    },
    trust: async () => {
      const [anchors, revoked] = await Promise.all([
        filesIn(join(folder, 'anchors')),
        filesIn(join(folder, 'revoked')).catch(noneIfAbsent),
      ])
      return {
        anchors: anchors.flatMap(parseCertificates),
        revoked: revoked.flatMap(parseRevocationLists),
        ...(lists ? { listsOf: lists.listsOf } : {}),
      }
    },
    certificates: join(folder, 'certificates'),
  }
}

async function filesIn(folder: string): Promise<Buffer[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()
  return Promise.all(names.map((name) => readFile(join(folder, name))))
}

function noneIfAbsent(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error
  return []
}
