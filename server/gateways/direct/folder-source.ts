import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isFor, parseCertificates } from './certificates.ts'
import { DirectError } from './direct.errors.ts'
import type { CertificateSource } from './find-certificates.ts'

/**
 * Certificates that are configured as files in a folder: PEM, or one in DER. A file is returned whole if one of its
 * certificates is of the address or its domain, so that it can contain the authorities too.
 */
export function folderSource(folder: string): CertificateSource {
  return {
    find: async (address) => {
      const files = await filesOf(folder)
      return files.filter((file) => isOf(file, address))
    },
  }
}

async function filesOf(folder: string): Promise<Buffer[]> {
  try {
    const names = (await readdir(folder)).filter((name) => /\.(pem|crt|cer|der)$/i.test(name))
    return await Promise.all(names.toSorted().map((name) => readFile(join(folder, name))))
  } catch (error) {
    throw new DirectError('unreachable', `the folder: ${(error as NodeJS.ErrnoException).code}`) // of the file system
  }
}

/** A file that cannot be read as certificates hides none of the others. */
function isOf(file: Buffer, address: string): boolean {
  try {
    return parseCertificates(file).some((certificate) => isFor(certificate, address))
  } catch {
    return false
  }
}
